/** What pages are made of, for the builder and the renderer. */
export { answerNames, type Asked, askedOf } from '../../domain/page/answers.ts';
export { consentText, popupConsent } from '../../domain/page/consent.ts';
export type { Field, Fields, Picture, Question, VoteOption } from '../../domain/page/field.ts';
export { contactAddress, filmOf } from '../../domain/page/field.ts';
export { couponLook, isTaken, withinCoupon } from '../../domain/page/coupon-look.ts';
export { type Askable, askable, type AskedWords, wordsOfAsked } from '../../domain/page/kinds/shared.ts';
export {
  fieldsOf,
  flat,
  initialPage,
  kinds,
  nested,
  type Page,
  type PageKind,
  readPage,
  type StoredSections,
} from '../../domain/page/model.ts';
export { type Block, plainOf, type RichText, type Run, written } from '../../domain/page/rich-text.ts';
export { type PageTemplate, pageTemplates } from '../../domain/page/templates.ts';
