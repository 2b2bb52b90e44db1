import { secondsOf, startOf, type Unit, units } from '../../points/statistics/periods.ts'

/** The series of members who visited the forum. */
export const activity = 'activeMembers'

/**
 * Returns the units by which a visit counts: those in whose period the former visit was not. So every member counts once
 * a period, and the forum stores no visit but the last.
 */
export function unitsOfVisit(former: string | null, visit: string): Unit[] {
  if (former === null) return [...units]
  return units.filter((unit) => startOf(unit, secondsOf(former)) < startOf(unit, secondsOf(visit)))
}

/**
 * Returns the units by which a member who is deleted no longer counts: those whose current period has the last visit. The
 * past stays as it was.
 */
export function unitsOfLeaving(lastVisit: string, now: Date): Unit[] {
  return units.filter((unit) => startOf(unit, secondsOf(lastVisit)) === startOf(unit, secondsOf(now)))
}
