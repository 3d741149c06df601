/** A refusal of the sandbox's own calls (`/phone`, `/inbox`, `/sandbox`). */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: Readonly<Record<string, string[]>>;

  constructor(status: number, message: string, errors: Readonly<Record<string, string[]>> = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}
