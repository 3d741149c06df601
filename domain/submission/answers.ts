import { z } from 'zod';
import type { CampaignSettings } from '../campaign/fields.ts';
import { readState, readZip } from '../contact/states.ts';
import { readDayOfYear } from '../kernel/fields.ts';
import { DomainError } from '../kernel/errors.ts';
import { answerNames, askedOf, type Inputs } from '../page/answers.ts';
import { consentText, type GivenConsent, popupConsent } from '../page/consent.ts';
import type { Question, VoteOption } from '../page/field.ts';
import type { PageKind } from '../page/model.ts';
import { type Country, parsePhone } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';
import { isUrl } from '../kernel/web-address.ts';

/** What a form sent, as it was typed. */
export interface TypedAnswers {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly birthday?: string | undefined;
  readonly anniversary?: string | undefined;
  readonly business_name?: string | undefined;
  readonly website?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly custom?: Readonly<Record<string, string>> | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly consent?: boolean | undefined;
}

/** What answers are held against: the version of the page that was seen. */
export interface CheckedPage {
  readonly kind: PageKind;
  readonly sections: {
    readonly inputs?: Inputs;
    readonly actionButton?: { readonly Disclaimer: string; readonly ShowDisclaimerCheckBox: boolean };
    readonly phoneStep?: {
      readonly Disclaimer: string;
      readonly ShowDisclaimerCheckBox: boolean;
      readonly Show: boolean;
      readonly Required?: boolean;
    };
    readonly emailStep?: { readonly Disclaimer: string; readonly Show: boolean; readonly Required?: boolean };
    readonly 'votes.options'?: { readonly AllowMultiple: boolean; readonly Options: readonly VoteOption[] };
  };
  /** The company's name, as it stands in the words of consent. */
  readonly company: string;
  /** Whose form numbers without a country code have. */
  readonly country: Country;
  readonly settings: Pick<CampaignSettings, 'phoneAlways' | 'verifyEmail'>;
}

export interface CheckedAnswers {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: E164 | null;
  readonly birthday: string | null;
  readonly anniversary: string | null;
  readonly companyName: string | null;
  readonly website: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly custom: Record<string, string> | null;
  readonly choices: string[] | null;
  readonly consent: GivenConsent | null;
  /** Of a popup's first step. */
  readonly emailConsent: GivenConsent | null;
}

/**
 * A form's answers as the page asks for them. Throws `validation_failed` with a message at each field that is wrong,
 * all at once. What the page does not ask for is left out. A number that is required is so for who wants texts and
 * gives no address: who ticks the one box for both agrees to e-mails alone by giving an address alone. Everybody has to
 * give a number only where the business has said so. Where addresses are verified one has to be given.
 */
export function checkAnswers(typed: TypedAnswers, page: CheckedPage): CheckedAnswers {
  const errors: Record<string, string[]> = {};
  const wrong = (field: string, message: string): null => {
    (errors[field] ??= []).push(message);
    return null;
  };
  const inputs = inputsOf(page);
  const asked = new Map(askedOf(inputs).map(({ field, required }) => [field, required]));
  const box =
    page.sections.actionButton?.ShowDisclaimerCheckBox ?? page.sections.phoneStep?.ShowDisclaimerCheckBox ?? true;
  const wantsTexts = !box || typed.consent === true;
  // One box agrees to both channels: who ticks it agrees to those that they give. An address without a number is e-mails.
  // One that has to be given is: where it is missing, that is all there is to say.
  const reachedByMail = asked.get('Email') === true || (asked.has('Email') && (typed.email?.trim() ?? '') !== '');
  // A popup's step asks for nothing but the number.
  const phoneMust = page.kind === 'popup' || page.settings.phoneAlways || !box || (wantsTexts && !reachedByMail);
  /** The trimmed answer; null when it is not asked for or left empty where it may be. */
  const answer = (field: keyof typeof answerNames, value: string | undefined, most: number, missing: string) => {
    if (!asked.has(field)) return null;
    const given = value?.trim() ?? '';
    if (given === '') {
      const proved = field === 'Email' && page.settings.verifyEmail;
      const must = proved || (asked.get(field)! && (field !== 'Phone' || phoneMust));
      return must ? wrong(answerNames[field], missing) : null;
    }
    return given.length > most ? wrong(answerNames[field], `At most ${most} characters.`) : given;
  };

  const name = answer('Name', typed.name, 200, 'Enter your name.');
  const emailGiven = answer('Email', typed.email, 254, 'Enter your e-mail address.');
  const email =
    emailGiven === null || z.email().safeParse(emailGiven).success ?
      emailGiven
    : wrong('email', 'Enter a valid e-mail address.');
  const phoneGiven = answer('Phone', typed.phone, 40, 'Enter your phone number.');
  const phone = phoneGiven === null ? null : phoneOf(phoneGiven, page.country, wrong);
  const dayOf = (field: 'Birthday' | 'Anniversary', value: string | undefined): string | null => {
    const given = answer(field, value, 10, `Enter your ${field.toLowerCase()} as mm/dd.`);
    if (given === null) return null;
    return readDayOfYear(given) ?? wrong(answerNames[field], 'Enter a day as mm/dd, such as 02/29.');
  };
  const birthday = dayOf('Birthday', typed.birthday);
  const anniversary = dayOf('Anniversary', typed.anniversary);
  const companyName = answer('BusinessName', typed.business_name, 120, 'Enter the name of your business.');
  const websiteGiven = answer('WebsiteUrl', typed.website, 200, 'Enter your website.');
  const website =
    websiteGiven === null || isUrl(websiteGiven) ? websiteGiven : wrong('website', 'Domain format is invalid.');
  const stateGiven = answer('State', typed.state, 40, 'Enter your state.');
  const state = stateGiven === null ? null : (readState(stateGiven) ?? wrong('state', 'Enter a U.S. state, like CA.'));
  const zipGiven = answer('Zip', typed.zip, 20, 'Enter your ZIP code.');
  const zip = zipGiven === null ? null : (readZip(zipGiven) ?? wrong('zip', 'Enter a ZIP code, like 94110.'));
  const custom = customOf(inputs.CustomFields, typed.custom ?? {}, wrong);
  const choices = choicesOf(page.sections['votes.options'], typed.choices ?? [], wrong);
  // What else is wrong is told with it, at once.
  if (phone === null && email === null && errors['phone'] === undefined && errors['email'] === undefined)
    wrong(
      asked.has('Phone') ? 'phone' : 'email',
      'Enter your phone number or your e-mail address, so that we know it is you.',
    );
  const popup = page.kind === 'popup';
  // The step asks for nothing but texts: a number without consent would be one that nobody may use.
  if (popup && phoneGiven !== null && !wantsTexts) wrong('consent', 'Tick the box to get texts, or skip this step.');
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw new DomainError('validation_failed', first, errors);

  const given = { name, email, phone, birthday, anniversary, companyName, website, state, zip, custom, choices };
  if (popup) return { ...given, ...popupConsents(page, email !== null, phone !== null) };
  const own = page.sections.actionButton?.Disclaimer ?? '';
  const shown = consentText({ phone: asked.has('Phone'), email: asked.has('Email') }, own, page.company);
  const consent: GivenConsent | null =
    shown === null ? null : (
      { text: shown, ticked: box ? typed.consent === true : null, texts: phone !== null, emails: email !== null }
    );
  return { ...given, consent, emailConsent: null };
}

/** Who gives an address in a popup's first step agrees to e-mails, and to texts by a box of its own. */
function popupConsents(page: CheckedPage, email: boolean, phone: boolean) {
  const words = popupConsent(page.sections, page.company);
  const box = page.sections.phoneStep?.ShowDisclaimerCheckBox ?? true;
  return {
    consent: phone ? { text: words.phone, ticked: box ? true : null, texts: true, emails: false } : null,
    emailConsent: email ? { text: words.email, ticked: null, texts: false, emails: true } : null,
  };
}

/** A popup asks in steps for what other pages ask for at once. */
function inputsOf({ sections, settings }: CheckedPage): Inputs {
  if (sections.inputs !== undefined) return sections.inputs;
  return {
    ShowEmail: sections.emailStep?.Show ?? false,
    EmailRequired: sections.emailStep?.Required ?? true,
    ShowPhone: sections.phoneStep?.Show ?? false,
    PhoneRequired: settings.phoneAlways || (sections.phoneStep?.Required ?? false),
    CustomFields: [],
  };
}

function phoneOf(given: string, country: Country, wrong: (field: string, message: string) => null): E164 | null {
  try {
    return parsePhone(given, country);
  } catch {
    return wrong('phone', 'Enter a valid phone number, such as (415) 555-0100.');
  }
}

function customOf(
  questions: readonly Question[],
  given: Readonly<Record<string, string>>,
  wrong: (field: string, message: string) => null,
): Record<string, string> | null {
  const answers: Record<string, string> = {};
  for (const { id, label, kind, required, choices } of questions) {
    const value = (Object.hasOwn(given, id) ? given[id]! : '').trim();
    const field = `custom.${id}`;
    if (value === '') {
      if (required) wrong(field, `Answer “${label}”.`);
    } else if (value.length > 2_000) wrong(field, 'At most 2,000 characters.');
    else if (kind === 'number' && !/^-?\d+(?:[.,]\d+)?$/.test(value)) wrong(field, 'Enter a number.');
    else if (kind === 'date' && Number.isNaN(Date.parse(value))) wrong(field, 'Enter a date.');
    else if (kind === 'choice' && !choices.includes(value)) wrong(field, 'Choose one of these.');
    else answers[id] = value;
  }
  return questions.length === 0 ? null : answers;
}

function choicesOf(
  options: CheckedPage['sections']['votes.options'],
  given: readonly string[],
  wrong: (field: string, message: string) => null,
): string[] | null {
  if (options === undefined) return null;
  const chosen = [...new Set(given)];
  if (chosen.length === 0) return wrong('choices', 'Choose what you vote for.');
  if (chosen.length > 1 && !options.AllowMultiple) return wrong('choices', 'Choose one.');
  if (chosen.some((id) => !options.Options.some((option) => option.id === id)))
    return wrong('choices', 'This can not be voted for any more. Choose again.');
  return chosen;
}
