/** Every code a caller can meet, in one place. The API maps them to HTTP statuses; codes never change meaning. */
export const errorCodes = {
  validation_failed: 422,
  malformed_request: 400,
  unauthenticated: 401,
  api_key_revoked: 401,
  api_key_expired: 401,
  api_key_rotated: 401,
  invalid_credentials: 422,
  forbidden: 403,
  scope_missing: 403,
  not_for_api_keys: 403,
  address_not_allowed: 403,
  signature_invalid: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  idempotency_key_reused: 422,
  request_in_progress: 409,
  payload_too_large: 413,
  unsupported_content_type: 415,
  unsupported_media: 422,
  rate_limited: 429,
  contact_opted_out: 422,
  keyword_reserved: 422,
  keyword_taken: 422,
  number_taken: 422,
  coupon_used: 409,
  coupon_invalid: 422,
  campaign_closed: 422,
  email_taken: 422,
  unique_id_taken: 422,
  domain_taken: 422,
  token_invalid: 422,
  provider_refused: 422,
  provider_unavailable: 503,
  edit_conflict: 409,
  overtaken: 409,
  confirmation_required: 403,
  second_factor_required: 403,
  in_use: 409,
  account_inactive: 403,
  message_too_long: 422,
  mms_inactive: 422,
  insufficient_funds: 402,
  payment_declined: 402,
  payment_required: 402,
  wallet_parked: 409,
  internal: 500,
  unavailable: 503,
  push_not_configured: 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** A refusal that a person can act on. `fields` maps an input field to what is wrong with it, first message first. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  constructor(code: ErrorCode, message: string, fields: Readonly<Record<string, readonly string[]>> = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}
