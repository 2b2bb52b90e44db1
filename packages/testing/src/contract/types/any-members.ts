/** The names of the members of `T` whose type is `any`, which would accept every declaration. */
export type AnyMembers<T> = {
  [Name in keyof T]-?: 0 extends 1 & T[Name] ? Name : never
}[keyof T]
