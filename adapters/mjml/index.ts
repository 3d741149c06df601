import { createHash } from 'node:crypto';
import { plainParts } from '../../domain/email-design/plain.ts';
import { type Part, readTemplate } from '../../domain/personalization/template.ts';
import { heldName, markupOf } from './markup.ts';
import type { CompiledEmail, EmailCompiler, EmailToCompile } from './port.ts';

/** As many compiled emails are kept at hand. */
const maxKept = 100;

export function createEmailCompiler(): EmailCompiler {
  const kept = new Map<string, Promise<CompiledEmail>>();
  return {
    compile(email) {
      const key = createHash('sha256')
        .update(JSON.stringify([email.design, email.subject, email.base]))
        .digest('base64');
      const known = kept.get(key);
      if (known !== undefined) {
        // The one that was asked for last goes last.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const compiled = compileEmail(email);
      kept.set(key, compiled);
      compiled.catch(() => kept.delete(key));
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
      return compiled;
    },
  };
}

/** With what it depends on it takes 80 MB and half a second: only of a process that makes emails. */
const loadMjml = async () => (await import('mjml')).default;

async function compileEmail(email: EmailToCompile): Promise<CompiledEmail> {
  const mjml = await loadMjml();
  const { mjml: markup, held } = markupOf(email);
  // No minifier: with it an email takes twenty times as long, and what it saves are the indents, which go here as well.
  const { html, errors } = await mjml(markup, {
    validationLevel: 'soft',
    minify: false,
    beautify: false,
    // Else it asks Google for those whose names it knows.
    fonts: {},
  });
  if (errors.length > 0) throw new Error(`MJML refuses what was drawn: ${errors[0]!.formattedMessage}`);
  const squeezed = html.replace(/\s*\n\s*/gu, '\n').trim();
  return { subject: readTemplate(email.subject).parts, html: putBack(squeezed, held), text: plainParts(email.design) };
}

/** What was held back takes its place; neighbouring pieces of HTML become one. */
function putBack(html: string, held: readonly (readonly Part[])[]): readonly Part[] {
  const parts: Part[] = [];
  const add = (part: Part): void => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  };
  html.split(heldName).forEach((piece, index) => {
    if (index % 2 === 0) add(piece);
    else for (const part of held[Number(piece)]!) add(part);
  });
  return parts;
}
