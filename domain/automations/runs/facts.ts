import { knownIn } from '../../contacts/attributes.ts';
import { fold } from '../../kernel/decider.ts';
import { spelledOut } from '../../contacts/agreed.ts';
import { Contact } from '../../contacts/contact.ts';
import type { ContactEvent } from '../../contacts/events.ts';
import type { EngagementEvent, Facts } from './condition.ts';

type Told = ContactEvent & { readonly revision: number; readonly metadata: { readonly occurredAt: string } };
/** What is known by others: what was done with what they were sent, and when they last texted or were texted. */
export interface ContactActivity {
  readonly acts: readonly EngagementEvent[];
  readonly lastMessage: string | null;
}
export const noActivity: ContactActivity = { acts: [], lastMessage: null };

/**
 * What conditions are held against, from a contact's own stream: what the read model of contacts makes of the same
 * events, without waiting for it.
 */
export function factsOf(stored: readonly object[] | undefined, beside: ContactActivity = noActivity): Facts {
  const events = (stored ?? []) as readonly Told[];
  const contact = fold(Contact, events as readonly ContactEvent[]);
  const { created, optedIn, source, uploadId, keywords, campaigns } = fold(Rest, events.flatMap(spelledOut));
  const rest = { created, optedIn, source, uploadId, keywords, campaigns: [...campaigns], ...beside };
  if (contact.status === 'none') return { ...nobody, ...rest };
  const { status, emails, unreachable, firstName, lastName, phone, details, tags } = contact;
  const { custom, ...known } = details;
  return {
    ...rest,
    ...known,
    firstName,
    lastName,
    phone,
    tags,
    custom: custom ?? {},
    status: status === 'erased' ? 'unknown' : status,
    emailStatus: emails ?? 'unknown',
    reachable: unreachable === null,
  };
}

const nobody: Omit<Facts, keyof Rest | keyof ContactActivity> = {
  status: 'unknown',
  emailStatus: 'unknown',
  reachable: true,
  firstName: null,
  lastName: null,
  phone: null,
  ...knownIn({}),
  custom: {},
  tags: [],
};

interface Rest extends Pick<Facts, 'created' | 'optedIn' | 'source' | 'uploadId' | 'keywords'> {
  readonly campaigns: ReadonlySet<string>;
}
const nothing: Rest = {
  created: null,
  optedIn: null,
  source: null,
  uploadId: null,
  keywords: [],
  campaigns: new Set(),
};
/** What a contact's state has no use for, or forgets: as `projections/contacts/projector.ts` has it. */
const Rest = {
  initial: nothing,
  evolve(before: Rest, event: Told): Rest {
    const at = event.metadata.occurredAt;
    const rest = before.created === null ? { ...before, created: at } : before;
    switch (event.type) {
      case 'ContactDiscovered':
        return { ...rest, source: rest.source ?? event.data.via };
      case 'ContactImported': {
        const { uploadId, joined = [] } = event.data;
        const brought = joined.reduce((all, { campaignId, keyword }) => joins(all, campaignId, keyword), rest);
        return {
          ...brought,
          source: rest.source ?? 'import',
          uploadId: event.revision === 0 ? uploadId : rest.uploadId,
        };
      }
      case 'ContactImportUndone': {
        const { removed, left } = event.data;
        if (removed) return nothing;
        const [ids, words] = [left.map(({ campaignId }) => campaignId), left.map(({ keyword }) => keyword)];
        return {
          ...rest,
          campaigns: new Set([...rest.campaigns].filter((id) => !(ids as readonly string[]).includes(id))),
          keywords: rest.keywords.filter((word) => !(words as readonly (string | null)[]).includes(word)),
        };
      }
      case 'ContactJoinedCampaign':
        return joins(rest, event.data.campaignId, event.data.keyword);
      case 'ContactLeftCampaign': {
        const { campaignId, keywords } = event.data;
        const campaigns = new Set([...rest.campaigns].filter((id) => id !== campaignId));
        return { ...rest, campaigns, keywords };
      }
      case 'ContactOptedIn':
        return { ...joins(rest, event.data.campaignId, event.data.keyword), optedIn: at };
      case 'ContactMerged': {
        const kept = event.data.campaigns.reduce((all, { campaignId, keyword }) => joins(all, campaignId, keyword), {
          ...rest,
          keywords: [],
        } as Rest);
        return kept;
      }
      default:
        return rest;
    }
  },
};

function joins(rest: Rest, campaignId: string | null, keyword: string | null): Rest {
  return {
    ...rest,
    campaigns: campaignId === null ? rest.campaigns : new Set([...rest.campaigns, campaignId]),
    keywords: keyword === null || rest.keywords.includes(keyword) ? rest.keywords : [...rest.keywords, keyword],
  };
}
