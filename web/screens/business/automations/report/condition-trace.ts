import { isOfKind } from '../../../../../api/contract/attributes.ts';
import type { AutomationDeed } from '../../../../../api/contract/automations.ts';
import { maybe as filterWord } from '../../../../components/contact-filter/texts.ts';
import { type Names, sourceWord } from '../../../../components/contact-filter/labels.ts';
import { type DateStyle, dayLabel, shortTime } from '../../../../format/date.ts';
import { phone } from '../../../../format/phone.ts';
import { automationModel, type Check, type Document } from '../model.ts';
import { maybe, t } from '../texts.ts';
import { checkWords } from '../labels.ts';

type Seen = NonNullable<AutomationDeed['seen']>[number];

/** What was asked of a contact, and what was found; `found` null: the answer says it all. */
export interface SeenWords {
  readonly asked: string;
  readonly found: string | null;
  readonly holds: boolean;
}

/** What was looked at, as the step asks it. A step that was drawn anew since is named by its field alone. */
export function seenWords(deed: AutomationDeed, document: Document, names: Names, style: DateStyle): SeenWords[] {
  const node = deed.node === null ? null : automationModel.nodeOf(document, deed.node);
  const checks = node?.kind === 'Condition' ? node.checks.groups.flatMap(({ conditions }) => conditions) : [];
  return (deed.seen ?? []).map((seen, at) => {
    const check = checks[at]?.field === seen.what ? checks[at] : undefined;
    return {
      asked: check === undefined ? fieldOf(seen.what) : checkWords(check, names),
      found: foundWords(seen, names, style),
      holds: seen.holds,
    };
  });
}

/** Of these it is told which of those that were asked for there are. */
const lists: ReadonlySet<string> = new Set(['tag', 'keyword', 'campaign', 'upload']);
const fieldOf = (what: string): string =>
  what === 'clock' ? t('au.p.clock') : (filterWord(`filter.field.${what}`) ?? what);

function foundWords({ what, saw }: Seen, names: Names, style: DateStyle): string | null {
  // Yes or no: it says itself.
  if (what === 'reachable' || what === 'segment') return null;
  if (saw === null || saw === '')
    return t(
      lists.has(what) ? 'au.deed.sawNone'
      : what === 'engagement' ? 'au.deed.sawNever'
      : 'au.deed.sawNothing',
    );
  const called = (by: ReadonlyMap<string, string>) =>
    saw
      .split(', ')
      .map((id) => by.get(id) ?? t('au.gone'))
      .join(', ');
  if (isOfKind(what, 'day-of-year')) return dayLabel(`2024-${saw}`);
  switch (what as Check['field']) {
    case 'campaign':
      return called(names.campaigns);
    case 'upload':
      return called(names.uploads);
    case 'status':
      return maybe(`contactStatus.${saw}`) ?? saw;
    case 'email_status':
      return filterWord(`filter.email.${saw}`) ?? saw;
    case 'source':
      return sourceWord(saw);
    case 'created':
    case 'opted_in':
    case 'last_message':
    case 'engagement':
      return shortTime(saw, style);
    case 'phone':
      return phone(saw);
    case 'clock':
      // A wall clock: what it showed is not of a zone.
      return saw
        .split(', ')
        .map((one) => shortTime(`${one}Z`, { ...style, timezone: 'UTC' }))
        .join(', ');
    default:
      return what === 'tag' || what === 'keyword' ? saw : `“${saw}”`;
  }
}
