import type { EmailDesign } from '../../domain/email-design/model.ts';
import type { Part } from '../../domain/personalization/template.ts';

export interface EmailToCompile {
  readonly design: EmailDesign;
  /** With merge fields. */
  readonly subject: string;
  /** What pictures of our own storage are asked of, `https://…`; empty: relative, for a preview on our own pages. */
  readonly base: string;
}
/** An email ready for merging: whoever it goes to, only `fill` runs (a million times). */
export interface CompiledEmail {
  readonly subject: readonly Part[];
  readonly html: readonly Part[];
  readonly text: readonly Part[];
}

/** Makes HTML that email programs show out of a design: once per version, never per recipient. */
export interface EmailCompiler {
  /** The same for the same; what was compiled lately is at hand. */
  compile(email: EmailToCompile): Promise<CompiledEmail>;
}
