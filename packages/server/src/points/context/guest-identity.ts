/**
 * Who a guest is from one request to the next: an id of 40 letters and digits, which cannot be guessed, in a signed cookie. There is none until
 * an extension asks for one, so that most guests have no such cookie; one who deletes it is another guest.
 */
export interface GuestIdentity {
  /** Undefined while the guest has none. */
  readonly id: string | undefined
  /** Returns the id. Without one the guest gets a new one, which the answer stores: the same in requests that come at once. */
  ensure(): string
}
