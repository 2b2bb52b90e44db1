/** Name of the window in which people log in at another site. */
export const externalLogInWindow = 'parley-log-in'

/** Where that window says how it ended: an `ExternalLogInResult`. */
export const externalLogInChannel = 'parley.externalLogIn'
