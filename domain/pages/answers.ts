import type { Question } from './field.ts';
import {
  type ApiNames,
  type Attribute,
  type AttributeName,
  attributeNames,
  attributeOf,
  attributes,
} from '../contacts/attributes.ts';
import { type Askable, askable, type AttributeAskable } from './kinds/shared.ts';

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
export type AttributeAnswer = {
  [N in AttributeName]: (typeof attributes)[N]['page'] extends { answer: infer Answer extends string } ? Answer
  : ApiNames[N];
}[AttributeName];
const answerOf = (name: AttributeName): string => attributeOf(name).page.answer ?? attributes[name].apiName;
/** Something of each attribute, by the name of its answer. */
export const byAnswer = <T>(make: (name: AttributeName, attribute: Attribute) => T): Record<AttributeAnswer, T> =>
  Object.fromEntries(attributeNames.map((name) => [answerOf(name), make(name, attributes[name])])) as Record<
    AttributeAnswer,
    T
  >;
export const answerNames = {
  Name: 'name',
  Phone: 'phone',
  ...Object.fromEntries(attributeNames.map((name) => [attributes[name].page.name, answerOf(name)])),
} as Readonly<Record<AttributeAskable, AttributeAnswer> & { Name: 'name'; Phone: 'phone' }>;
