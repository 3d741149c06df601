/** What a log says of an error: nothing that it was given to work with. */
export interface ToldError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly [fact: string]: unknown;
}

/** What errors of Node, Postgres, HTTP and SMTP say besides, and that is never what somebody sent. */
const facts = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'status', 'statusCode', 'responseCode'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine'],
] as const;
const deepest = 3;

/**
 * For pino: an error without personal data. Postgres puts values of a row into `detail` and `where`, carriers and email
 * servers repeat the recipient, `JSON.parse` the text: of an error only known facts are kept, and its message without
 * addresses, numbers and quotations of values.
 */
export const tellError = (error: unknown): ToldError => told(error, 0);

function told(error: unknown, depth: number): ToldError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown.' };
  const message = withoutPeople(error.message, quotesValues(error));
  const given = error as unknown as Readonly<Record<string, unknown>>;
  const said: Record<string, unknown> = { type: error.name, message };
  const frames = error.stack === undefined ? -1 : error.stack.search(/\n\s+at /u);
  if (frames !== -1) said['stack'] = `${error.name}: ${message}${error.stack!.slice(frames)}`;
  for (const fact of facts)
    if (typeof given[fact] === 'string' || typeof given[fact] === 'number') said[fact] = given[fact];
  if (depth < deepest) {
    if (error.cause instanceof Error) said['cause'] = told(error.cause, depth + 1);
    if (error instanceof AggregateError) said['errors'] = error.errors.slice(0, 5).map((one) => told(one, depth + 1));
  }
  return said as ToldError;
}

/** Errors whose words in quotation marks are values, not names: of `JSON.parse`, and Postgres' data exceptions (class 22). */
const quotesValues = (error: Error): boolean =>
  error instanceof SyntaxError || /^22[0-9A-Z]{3}$/u.test(String((error as { readonly code?: unknown }).code));

const address = /[^\s<>"'@]{1,64}@[^\s<>"'@]{1,255}/gu;
const number = /(?<![\w.:/-])(?!\d{1,3}(?:\.\d{1,3}){3}(?!\d))\+?\(?\d[\d\s().-]{5,16}\d(?![\w-])/gu;

function withoutPeople(message: string, quoted: boolean): string {
  const plain = message
    .replaceAll(address, '…@…')
    .replaceAll(number, (found) => (found.replaceAll(/\D/gu, '').length < 7 ? found : '…'));
  return quoted ? plain.replaceAll(/"[^]*"/gu, '"…"') : plain;
}
