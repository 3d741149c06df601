import type { EmailDesign } from '../../domain/email-design/model.ts';
import type { Part } from '../../domain/personalization/template.ts';

export interface MailToCompile {
  readonly design: EmailDesign;
  /** With merge fields. */
  readonly subject: string;
  /** What pictures of our own storage are asked of, `https://…`; empty: relative, for a preview on our own pages. */
  readonly base: string;
}
/** A mail ready for merging: whoever it goes to, only `fill` runs (a million times). */
export interface CompiledMail {
  readonly subject: readonly Part[];
  readonly html: readonly Part[];
  readonly text: readonly Part[];
}

/** Makes HTML that mail programs show out of a design: once per version, never per recipient. */
export interface MailCompiler {
  /** The same for the same; what was compiled lately is at hand. */
  compile(mail: MailToCompile): Promise<CompiledMail>;
}
