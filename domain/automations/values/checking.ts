import type { FieldKind } from '../../custom-fields/fields.ts';
import { businessMergeFields, contactMergeFields, couponMergeFields } from '../../personalization/fields.ts';
import { fieldsIn, readTemplate } from '../../personalization/template.ts';
import type { FilterCondition } from '../../contacts/filter.ts';
import { type Check, type DayAt, yearsAhead } from './fields.ts';

/** What keeps a document from being published. */
export type ProblemCode =
  | 'malformed'
  | 'too-many-steps'
  | 'unknown-kind'
  | 'no-trigger'
  | 'no-start'
  | 'missing-target'
  | 'unreachable'
  | 'no-wait'
  | 'missing'
  | 'unknown-reference'
  | 'bad-merge-field'
  | 'needs-mms'
  | 'invalid';

/** What there is in the business that a document may name. */
export interface Known {
  readonly customFields: readonly { readonly id: string; readonly key: string; readonly kind: FieldKind }[];
  readonly campaigns: ReadonlySet<string>;
  /** The keyword of each campaign that has one, by its id. */
  readonly keywords: ReadonlyMap<string, string>;
  readonly designs: ReadonlySet<string>;
  readonly broadcasts: ReadonlySet<string>;
  readonly uploads: ReadonlySet<string>;
  readonly webhooks: ReadonlySet<string>;
  readonly integrations: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  /** Those of them who can be told by text. */
  readonly withNumber: ReadonlySet<string>;
  /** Rewards of the loops that it names. */
  readonly rewards: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
  /** Whether pictures can be sent and got. */
  readonly mms: boolean;
  /** The year that it is. */
  readonly year: number;
}

export type Say = (code: ProblemCode, field: string, message: string) => void;

/** What a text may merge in. */
export interface MergeNames {
  readonly plain: ReadonlySet<string>;
  readonly withCoupon: ReadonlySet<string>;
}
export function mergeNames({ customFields }: Pick<Known, 'customFields'>): MergeNames {
  const plain = [contactMergeFields, businessMergeFields].flatMap((fields) => Object.keys(fields));
  plain.push(...customFields.map(({ key }) => key));
  return { plain: new Set(plain), withCoupon: new Set([...plain, ...Object.keys(couponMergeFields)]) };
}

/** With what a step, or a trigger, is checked. */
export interface Checking {
  readonly known: Known;
  readonly merge: MergeNames;
  readonly say: Say;
  /** `required`: what is said where none was chosen; null: none is fine. */
  reference(field: string, id: string | null, among: ReadonlySet<string>, required: string | null): void;
  /** The same of a custom field. */
  customField(field: string, id: string | null, required: string | null): void;
  /** `required`: what is said where nothing is written; null: nothing is fine. `coupon`: the fields of a coupon mean something. */
  template(
    field: string,
    template: string,
    options: { readonly required: string | null; readonly coupon: boolean },
  ): void;
  day(field: string, when: DayAt): void;
  condition(field: string, check: Check | FilterCondition): void;
}

export function checkingOf(known: Known, merge: MergeNames, say: Say): Checking {
  const customIds = new Set(known.customFields.map(({ id }) => id));
  const reference: Checking['reference'] = (field, id, among, required) => {
    if (id === null && required !== null) say('missing', field, required);
    if (id !== null && !among.has(id)) say('unknown-reference', field, 'This does not exist any more. Choose another.');
  };
  const each = (field: string, ids: readonly string[], among: ReadonlySet<string>): void => {
    for (const id of ids) reference(field, id, among, null);
  };
  return {
    known,
    merge,
    say,
    reference,
    customField: (field, id, required) => {
      reference(field, id, customIds, required);
    },
    template(field, template, { required, coupon }) {
      if (required !== null && template.trim() === '') say('missing', field, required);
      const { parts, problems } = readTemplate(template);
      for (const problem of problems) say('bad-merge-field', field, problem);
      const names = coupon ? merge.withCoupon : merge.plain;
      for (const name of fieldsIn(parts))
        if (!names.has(name)) say('bad-merge-field', field, `{{${name.slice(0, 40)}}} can’t be used here.`);
    },
    day(field, { day }) {
      if (day.of !== 'custom') return;
      const days = known.customFields.filter(({ kind }) => kind === 'date').map(({ id }) => id);
      reference(`${field}.day.id`, day.id, new Set(days), 'Choose a field that holds a day.');
    },
    condition(field, check) {
      switch (check.field) {
        case 'campaign':
          return each(field, check.ids, known.campaigns);
        case 'segment':
          return each(field, check.ids, known.segments);
        case 'upload':
          return each(field, check.ids, known.uploads);
        case 'custom':
          return reference(field, check.id, customIds, null);
        case 'clock':
          if (check.years.some((year) => year > known.year + yearsAhead))
            say('invalid', field, `Choose years up to ${known.year + yearsAhead}.`);
          if ([check.hours, check.days, check.months, check.years, check.weekdays].every((list) => list.length === 0))
            say('missing', field, 'Choose a time.');
          return;
        default:
      }
    },
  };
}
