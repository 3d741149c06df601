import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FormOf } from '../../domain/kernel/edit.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { CampaignId } from '../../domain/kernel/ids.ts';
import {
  editPage as decideEdited,
  existingPage,
  PageState,
  publishPage as decidePublished,
  restoreVersion,
  unpublishPage as decideUnpublished,
  wholeDraft,
} from '../../domain/pages/page.ts';
import { people } from '../kernel/caller.ts';
import { decision, edit } from '../kernel/command.ts';
import { ownPage } from './own-campaign.ts';

/** What a consent names: whoever has the sections can compute it again. */
export const hashOf = (sections: object): string => createHash('sha256').update(JSON.stringify(sections)).digest('hex');

const sections = z.record(z.string(), z.unknown());

/** Only the sections that are sent, each whole. Two people at two sections do not meet; at one section the second is shown what changed. */
export const editPage = edit({
  input: z.object({ campaignId: CampaignId, revision: revision.nullable(), sections }),
  by: people,
  aggregate: PageState,
  at: ownPage,
  form:
    ({ sections: wanted }): FormOf<PageState> =>
    (page) =>
      page.status === 'none' ?
        {}
      : Object.fromEntries(Object.keys(wanted).map((name) => [`sections.${name}`, page.draft[name] ?? null])),
  decide: (wanted, page) => decideEdited(wanted, page),
});

/** What is in the draft now goes live, as a version of its own. */
export const publishPage = decision({
  input: z.object({ campaignId: CampaignId }),
  by: people,
  aggregate: PageState,
  at: ownPage,
  decide: (_, state) => {
    const page = existingPage(state);
    return decidePublished({ hash: hashOf(wholeDraft(page.kind, page.draft)) }, page);
  },
});

export const unpublishPage = decision({
  input: z.object({ campaignId: CampaignId }),
  by: people,
  aggregate: PageState,
  at: ownPage,
  decide: (_, page) => decideUnpublished(null, page),
});

/** The draft becomes what an earlier version was; what is live stays until somebody publishes. */
export const restorePageVersion = decision({
  input: z.object({ campaignId: CampaignId, version: z.number().int().min(1) }),
  by: people,
  aggregate: PageState,
  at: ownPage,
  decide: (wanted, page) => restoreVersion(wanted, page),
});
