import { ApiError, failureMessage } from '../api/errors.ts';
import { t } from './texts.ts';

/** What a refused call of a guest's form says, above the form. */
export function words(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.failed');
  if (error.status === 0) return t('app.unreachable');
  if (error.status === 429) return t('login.tooMany');
  return failureMessage(error) ?? t('app.failed');
}

/** The first message of each field of a 422, for the form that was sent; null where it is about something else. */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const mine = Object.entries(error.fields).flatMap(([field, messages]) =>
    fields.includes(field) && messages[0] !== undefined ? [[field, messages[0]] as const] : [],
  );
  return mine.length === 0 ? null : Object.fromEntries(mine);
}
