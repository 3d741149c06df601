import type { Question } from './field.ts';
import { type Askable, askable } from './kinds/shared.ts';

/** What a form of a page asks for: the usual fields that are shown, then its own questions. */
export interface Asked {
  readonly field: Askable;
  readonly required: boolean;
}
export interface Inputs {
  readonly [name: `Show${string}` | `${string}Required`]: boolean;
  readonly CustomFields: readonly Question[];
}
export const askedOf = (inputs: Inputs): readonly Asked[] =>
  askable
    .filter((field) => inputs[`Show${field}`] === true)
    .map((field) => ({ field, required: inputs[`${field}Required`] === true }));

/** Names of the answers as forms and the API send them. */
export const answerNames: Readonly<Record<Askable, string>> = {
  Name: 'name',
  Email: 'email',
  Phone: 'phone',
  Birthday: 'birthday',
  Anniversary: 'anniversary',
  BusinessName: 'business_name',
  WebsiteUrl: 'website',
  State: 'state',
  Zip: 'zip',
};
