import { ApiError } from '../kernel/errors.ts';

/** The fields of an `application/x-www-form-urlencoded` body, each once. Strict: what cannot be decoded is malformed. */
export function parseForm(raw: string): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>;
  if (raw === '') return fields;
  for (const pair of raw.split('&')) {
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new ApiError('malformed_request', 'The form could not be read.');
    const name = decode(pair.slice(0, equals));
    if (name in fields) throw new ApiError('malformed_request', 'The form names a field twice.');
    fields[name] = decode(pair.slice(equals + 1));
  }
  return fields;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('malformed_request', 'The form could not be read.');
  }
}
