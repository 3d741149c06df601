/** What an email is made of: the server checks and compiles it, the browser edits it. See docs/email-editor.md. */
export * from '../../domain/email-design/blocks.ts';
export * from '../../domain/email-design/commands.ts';
export * from '../../domain/email-design/flat.ts';
export { type Hint, hintsOf, readableOn } from '../../domain/email-design/hints.ts';
export { deadLinkProblem, deadLinksOf } from '../../domain/email-design/links.ts';
export * from '../../domain/email-design/model.ts';
export { blockKindsFor, canBeSent, emailBytes, mergeFieldsOf, networkName } from '../../domain/email-design/plain.ts';
export { starters } from '../../domain/email-design/starters.ts';
export {
  isColor,
  isLink,
  plainText,
  type TextDoc,
  textSizes,
  tidyDoc,
  writtenLink,
} from '../../domain/email-design/text.ts';
