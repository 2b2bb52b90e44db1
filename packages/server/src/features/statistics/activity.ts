import { secondsOf, startOf, type Unit, units } from '../../points/statistics/periods.ts'

/** The series of members who visited the forum. */
export const activity = 'activeMembers'

/**
 * Returns the units (day, week, month) in which a visit counts: those whose current period does not contain the member's
 * previous visit. Every member counts once a period, and the forum stores only the last visit.
 */
export function unitsOfVisit(previous: string | null, visit: string): Unit[] {
  if (previous === null) return [...units]
  return units.filter((unit) => startOf(unit, secondsOf(previous)) < startOf(unit, secondsOf(visit)))
}

/**
 * Returns the units (day, week, month) in which a deleted member no longer counts: those whose current period contains the
 * last visit. Past periods keep their counts.
 */
export function unitsOfLeaving(lastVisit: string, now: Date): Unit[] {
  return units.filter((unit) => startOf(unit, secondsOf(lastVisit)) === startOf(unit, secondsOf(now)))
}
