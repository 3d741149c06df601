/** What pages are made of, for the builder and the renderer. */
export { answerNames, type Asked, askedOf } from '../../domain/pages/answers.ts';
export { consentText, popupConsent } from '../../domain/pages/consent.ts';
export type { Field, Fields, Picture, Question, VoteOption } from '../../domain/pages/field.ts';
export { contactAddress, filmOf } from '../../domain/pages/field.ts';
export { couponLook, isTaken, withinCoupon } from '../../domain/pages/coupon-look.ts';
export { type Askable, askable, type AskedWords, wordsOfAsked } from '../../domain/pages/kinds/shared.ts';
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
} from '../../domain/pages/model.ts';
export { type Block, plainOf, type RichText, type Run, written } from '../../domain/pages/rich-text.ts';
export { type PageTemplate, pageTemplates } from '../../domain/pages/templates.ts';
