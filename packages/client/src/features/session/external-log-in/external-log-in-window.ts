/** Name of the window in which people log in at another site. */
export const EXTERNAL_LOG_IN_WINDOW = 'parley-log-in'

/** Where that window says how it ended: an `ExternalLogInResult`. */
export const EXTERNAL_LOG_IN_CHANNEL = 'parley.externalLogIn'
