/** What docs/errors.md says of an error: in which cases it is the answer, and what a client does then. */
export interface ErrorWords {
  when: string
  client: string
}

/** By code. Every declared error has its words here; extensions' errors have theirs, too. */
export const errorWords: Readonly<Record<string, ErrorWords>> = {
  csrf_token_mismatch: {
    when: 'A request with a session, other than `GET` and `HEAD`, comes without its CSRF token, or with that of another session.',
    client:
      'Take `X-CSRF-Token` from any answer that is no error, such as `GET /api`, and send the request again.',
  },
  malformed_json: {
    when: 'The body is no JSON object, is nested deeper than 512, or the request itself cannot be read.',
    client: 'Mend the request.',
  },
  invalid_parameter: {
    when: '`include`, `sort`, `page[…]` or an `Idempotency-Key` cannot be understood, or a search has more than 50 conditions.',
    client: 'Mend the request. `GET /api/openapi.json` lists what each endpoint takes.',
  },
  'fof-upload.cannot_write_to_disk': {
    when: 'The bytes of an upload could not be stored: the disk is full, or the bucket does not answer.',
    client: 'Try again later.',
  },
  'fof-upload.no_files_made_it_to_upload': {
    when: 'An upload has no file in its field `files[]`.',
    client: 'Send at least one.',
  },
  request_aborted: {
    when: 'The client went away before its request was complete.',
    client: 'Nothing: it never sees this answer.',
  },
  not_authenticated: {
    when: 'A guest asks for what needs an account, or a name, an address or a password is wrong.',
    client: 'Log in, or ask for the password again.',
  },
  permission_denied: {
    when: 'The actor may not do this.',
    client: 'Do not repeat it. The attributes `can…` of a resource tell beforehand.',
  },
  upgrade_required: {
    when: 'A request to `/realtime` does not ask for a WebSocket.',
    client: 'Connect with `new WebSocket(…)`, or ask the API for what is new.',
  },
  view_as_ended: {
    when: 'A view of the forum as another has expired, has lost its session or its rights, or belongs to another session.',
    client: 'Begin another by `POST /api/admin/view-as`.',
  },
  view_as_more_rights: {
    when: 'The account or group has a right that the viewer lacks.',
    client: 'Show `detail` to the viewer.',
  },
  view_as_read_only: {
    when: 'A view of the forum as another is asked for anything but `GET` and `HEAD`.',
    client: 'Do not repeat it in the view.',
  },
  view_as_unavailable: {
    when: 'A view of the forum as another is asked for what is not part of it, such as tokens or the administration.',
    client: 'Leave it out.',
  },
  invalid_confirmation_token: {
    when: 'The link of a mail, or the token of a registration, is older than a day, was used, or never was.',
    client: 'Ask for another mail, or begin the registration again.',
  },
  not_found: {
    when: 'The address or the row does not exist, or the actor does not see it.',
    client: 'Forget the row.',
  },
  method_not_allowed: {
    when: 'The address does not have the method.',
    client: 'Use one of those in `Allow`, where the answer has it.',
  },
  request_timeout: {
    when: 'The body arrives too slowly: less than 64 kB in ten seconds.',
    client: 'Send it again over a better connection.',
  },
  conflict: {
    when: 'What the request refers to was deleted at the same moment, or has changed since its editor began (`meta.current` is what it is now), an `Idempotency-Key` comes with another body or while its first request runs, or the forum is set up already.',
    client: 'Read again what it is about. Use a new key for a new request.',
  },
  io_error: {
    when: 'A file could not be written, or a test mail not be sent; `detail` tells why.',
    client: 'Show `detail` to the administrator.',
  },
  last_administrator: {
    when: 'The change would leave the forum without an administrator.',
    client: 'Makes another account an administrator first.',
  },
  missing_dependencies: {
    when: 'An extension that is to be enabled needs others, which `extensions` names.',
    client: 'Enable those first.',
  },
  dependent_extensions: {
    when: 'An extension that is to be disabled is needed by others, which `extensions` names.',
    client: 'Disable those first.',
  },
  circular_dependencies: {
    when: 'Extensions need each other in a circle; `extensions` names them.',
    client: 'Tell their authors.',
  },
  extension_failed: {
    when: 'An extension could not be started or taken back; `detail` tells why.',
    client: 'Show `detail` to the administrator.',
  },
  gone: {
    when: 'The request with this `Idempotency-Key` was carried out, but what it made is not there any more, or the actor does not see it.',
    client: 'Do not repeat it.',
  },
  payload_too_large: {
    when: 'A body exceeds 1 MB or holds more than 50,000 values, a file exceeds 4 MB, or the parts of an upload exceed what the route takes.',
    client: 'Send less.',
  },
  validation_error: {
    when: 'Fields, or the value of a filter, break their rules; there is one error for each field.',
    client: 'Show `detail` at the field that `source.pointer` names.',
  },
  too_many_requests: {
    when: 'The actor or the address did this too often: [the limits](operations.md#limits).',
    client: 'Wait as many seconds as `Retry-After` says.',
  },
  unknown: {
    when: 'Something failed that should not; the log has it.',
    client: 'Try again later, and tell the operator.',
  },
  busy: {
    when: 'The server has too much to do, or its database is away.',
    client:
      'Wait as many seconds as `Retry-After` says. A write may have been made: repeat it with its `Idempotency-Key`.',
  },
  maintenance: {
    when: 'The forum is closed for maintenance, serves administrators only, or is not set up yet.',
    client: 'Wait as many seconds as `Retry-After` says, where the answer has it.',
  },
}
