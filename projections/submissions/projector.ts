import { knownIn } from '../../domain/contacts/attributes.ts';
import { PageSubmitted, SubmissionEmailVerified } from '../../domain/submissions/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { forgetting } from '../engine/erasures.ts';
import { is, typesOf } from '../engine/events.ts';
import { namingSurvivors, underSurvivors } from '../engine/merges.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { submissionIndexes, submissionIndexesAtOnce, submissionModel, submissionTable } from '../tables/submissions.ts';

const create = createAll(submissionTable);
const upsert = perSchema((schema) => submissionTable.upsert(schema, 's'));

const sent: Projector = {
  ...submissionModel,
  byBusiness: true,
  handles: typesOf([PageSubmitted, SubmissionEmailVerified]),
  create: (schema) => `${create(schema)};${submissionIndexesAtOnce(schema)}`,
  index: submissionIndexes,
  fold: (events, schema) => {
    const rows = submissionTable.rows();
    for (const event of events) {
      const { submissionId: id, ...ids } = event.data as Record<
        'submissionId' | 'businessId' | 'campaignId' | 'contactId',
        string
      >;
      const { businessId, campaignId, contactId } = ids;
      const row = { id, businessId, campaignId, contactId, position: event.position };
      const { occurredAt: at } = event.metadata;
      if (is(event, SubmissionEmailVerified)) rows.merge({ ...row, verifiedAt: at });
      else if (is(event, PageSubmitted)) {
        const { name, phone, custom, choices } = event.data;
        const { pageVersion, consent, emailConsent, device, pageAddress, from } = event.data;
        const agreed = [consent, emailConsent].filter((one) => one !== null && one.ticked !== false);
        rows.merge({
          ...row,
          at,
          pageVersion,
          device,
          pageAddress,
          ...from,
          ...knownIn(event.data),
          name,
          phone,
          custom,
          choices,
          texts: agreed.some((one) => one?.texts),
          emails: agreed.some((one) => one?.emails),
        });
      }
    }
    return rows.toStatements(upsert(schema));
  },
};

/** What people have sent by the forms of pages, until they are erased: then nothing of it is left. */
export const submissions: Projector = forgetting(underSurvivors(sent, namingSurvivors(submissionTable)), (schema) => [
  `delete from ${submissionTable.in(schema)} where contact_id = any($1::uuid[])`,
]);
