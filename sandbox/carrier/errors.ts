/**
 * Errors as Twilio's REST API words them: HTTP status, code, message.
 * Source: https://www.twilio.com/docs/api/errors, and the error JSON described at https://www.twilio.com/docs/usage/twilios-response.
 */
export class CarrierError extends Error {
  readonly status: number;
  readonly code: number;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: number, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = 'CarrierError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body that Twilio's SDKs turn into a RestException. */
  body(): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${this.code}`,
      status: this.status,
    };
  }
}

export const unauthenticated = () => new CarrierError(401, 20003, 'Authenticate');
export const notFound = (path: string) => new CarrierError(404, 20404, `The requested resource ${path} was not found`);
export const tooManyRequests = (retryAfterSeconds: number) =>
  new CarrierError(429, 20429, 'Too Many Requests', retryAfterSeconds);
export const serverError = () => new CarrierError(500, 20500, 'An internal server error has occurred');
export const badRequest = (code: number, message: string) => new CarrierError(400, code, message);

/** What the codes of failed and undelivered messages mean. */
export const failureWords: Readonly<Record<number, string>> = {
  11200: 'HTTP retrieval failure',
  11751: 'Media exceeds mobile operator size limit',
  12300: 'Invalid Content-Type',
  30001: 'Queue overflow',
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
  30008: 'Unknown error',
  30032: 'Toll-Free Number Has Not Been Verified',
  30034: 'Message from an Unregistered Number',
};
