/** Name of the pop-up for the log-in at another site. */
export const externalLogInWindow = 'parley-log-in'

/** Broadcast channel on which the pop-up sends its `ExternalLogInResult`. */
export const externalLogInChannel = 'parley.externalLogIn'
