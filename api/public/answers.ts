import { answerNames } from '../../domain/pages/answers.ts';
import type { Answers } from '../../commands/pages/submit.ts';
import type { Device } from '../../domain/submissions/events.ts';
import { Source } from '../../domain/submissions/events.ts';

/** No form of ours has more fields, and no field holds more. */
const maxFields = 120;
const longestField = 8_000;

/** A form's fields as it was sent (application/x-www-form-urlencoded): of one that is there twice the first. */
export function readForm(body: string): {
  readonly fields: Readonly<Record<string, string>>;
  readonly choices: readonly string[];
} {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const choices: string[] = [];
  let count = 0;
  for (const [name, value] of new URLSearchParams(body)) {
    if ((count += 1) > maxFields) break;
    const held = value.slice(0, longestField).toWellFormed();
    if (name === 'choices') choices.push(held.slice(0, 40));
    else fields[name] ??= held;
  }
  return { fields, choices: choices.slice(0, 30) };
}

const names = Object.values(answerNames) as readonly (keyof Answers)[];

/** What was typed, by the names that the command has. */
export function answersOf({ fields, choices }: ReturnType<typeof readForm>): Answers {
  const typed = Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
  const custom = Object.entries(fields)
    .filter(([name]) => name.startsWith('custom.') && name.length <= 47)
    .map(([name, value]) => [name.slice('custom.'.length), value]);
  return {
    ...typed,
    custom: Object.fromEntries(custom) as Record<string, string>,
    choices: [...choices],
    consent: fields['consent'] === 'yes',
  };
}

/** What stands in the fields again when a form comes back. */
export const typedAgain = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) => names.includes(name as keyof Answers) || name === 'consent' || name.startsWith('custom.'),
    ),
  );

const short = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim().slice(0, most).toWellFormed();
  return trimmed === '' ? null : trimmed;
};

/** From where a visitor came: what the address says of it, and the host of the page before; never a whole address. */
export function sourceOf(query: Readonly<Record<string, unknown>>, referrer: string | undefined, host: string): Source {
  const before = URL.canParse(referrer ?? '') ? new URL(referrer!).host : null;
  return {
    source: short(query['utm_source'], 100),
    medium: short(query['utm_medium'], 100),
    campaign: short(query['utm_campaign'], 100),
    referrer: before === null || before === host ? null : short(before, 200),
  };
}
/** What the form sends back of it; anything else is nowhere. */
export function readSource(text: string | undefined): Source {
  const nowhere = { source: null, medium: null, campaign: null, referrer: null };
  if (text === undefined || text.length > 1_000) return nowhere;
  try {
    const parsed = Source.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : nowhere;
  } catch {
    return nowhere;
  }
}

/** Roughly, from what the browser calls itself: a figure of the page, not of a person. */
export function deviceOf(agent: string | undefined): Device {
  if (agent === undefined || agent === '') return 'unknown';
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
  if (/Mobi|iPhone|Android/i.test(agent)) return 'phone';
  return /Windows|Macintosh|X11|Linux|CrOS/i.test(agent) ? 'desktop' : 'unknown';
}
