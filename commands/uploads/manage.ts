import { z } from 'zod';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { BusinessId, CampaignId, type CustomFieldId, UploadId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import {
  attestImport as decideAttested,
  chooseReading as decideReading,
  customFieldsOf,
  deleteUpload as decideDeleted,
  planImport as decidePlanned,
  receiveUpload as decideReceived,
  requestUndo as decideUndo,
} from '../../domain/uploads/decide.ts';
import { dayOrderOf, ownDayOrder } from '../../domain/uploads/days.ts';
import { limits, planFields, readingFields } from '../../domain/uploads/fields.ts';
import type { Plan } from '../../domain/uploads/plan.ts';
import { recognize } from '../../domain/uploads/sources.ts';
import { Upload } from '../../domain/uploads/upload.ts';
import { people } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { businessOf, ownUpload } from './own-upload.ts';

/** A file that has been kept comes to a business: of its own people, or of whoever looks after it. */
export const receiveUpload = command({
  input: z.object({
    uploadId: UploadId,
    businessId: BusinessId,
    fileName: text.pipe(z.string().max(200)),
    size: z.number().int().nonnegative().max(limits.fileBytes),
    storageKey: z.string().regex(/^[0-9a-f]{64}$/),
    format: z.enum(['csv', 'xlsx']),
  }),
  by: people,
  async run({ world, context }, given) {
    const { tenant } = await businessOf({ world, context }, given);
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.upload(given.uploadId),
      aggregate: Upload,
      decide: (upload) => decideReceived(given, upload),
    });
    return work.outcome(undefined);
  },
});

/** How it is to be read, where it is meant otherwise than it seems. */
export const chooseReading = decision({
  input: z.object({ uploadId: UploadId, ...readingFields }),
  by: people,
  aggregate: Upload,
  at: ownUpload,
  decide: ({ delimiter, header, sheet }, upload) => decideReading({ delimiter, header, sheet }, upload),
});

/** The campaigns whose keywords are given, which have to be the business's own and to have one. */
async function keywordsOf(
  world: CommandServices,
  businessId: BusinessId,
  ids: readonly CampaignId[],
): Promise<Plan['campaigns']> {
  const found = await world.events.readMany(ids.map((id) => streams.campaign(id)));
  return ids.map((campaignId) => {
    const campaign = stateOf(Campaign, found.get(streams.campaign(campaignId)));
    const keyword =
      campaign.status === 'none' || campaign.status === 'archived' || campaign.businessId !== businessId ?
        null
      : campaign.keyword;
    if (keyword !== null) return { campaignId, keyword };
    throw new DomainError('validation_failed', 'This campaign does not exist.', {
      campaign_ids: ['This campaign does not exist.'],
    });
  });
}

/** What its columns mean, and what is to become of them. The rehearsal follows. */
export const planImport = command({
  input: z.object({ uploadId: UploadId, ...planFields, campaignIds: planFields.campaignIds.pipe(z.array(CampaignId)) }),
  by: people,
  async run({ world, context }, { uploadId, campaignIds, suppress, ...given }) {
    const { stream, seen, tenant, upload } = await ownUpload({ world, context }, { uploadId });
    const { businessId } = upload;
    const { business } = await businessOf({ world, context }, upload);
    const own = ownDayOrder({ dateFormat: business.dateFormat, country: given.country });
    // Whoever does not say which number of a day is the month gets what the file and the business tell.
    const columns = given.columns.map((column, index) => {
      const evidence = upload.content?.days.find((one) => one.column === index);
      return column.target === null || column.days !== undefined ?
          column
        : { ...column, days: dayOrderOf(evidence, own).order };
    });
    const source = recognize(upload.content?.columns ?? [], upload.fileName)?.source ?? null;
    const plan: Plan = {
      ...given,
      columns,
      campaigns: await keywordsOf(world, businessId, [...new Set(campaignIds)]),
      ...(suppress.texts || suppress.emails ? { suppress } : {}),
      ...(source === null ? {} : { source }),
    };
    const fields = stateOf(CustomFields, await world.events.read(streams.customFields(businessId)));
    const gone = customFieldsOf(plan).some((id) => fields.get(id as CustomFieldId)?.deleted !== false);
    if (gone)
      throw new DomainError('validation_failed', 'A custom field that was chosen does not exist any more.', {
        columns: ['A custom field that was chosen does not exist any more.'],
      });
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({ stream, aggregate: Upload, seen, decide: (current) => decidePlanned(plan, current) });
    return work.outcome(undefined);
  },
});

/** Whoever is signed in says in these words that the file may be imported, and it is. */
export const attestImport = command({
  input: z.object({ uploadId: UploadId, statement: z.string().max(2_000), ipAddress: z.string().max(60).nullable() }),
  by: people,
  async run({ world, context }, { uploadId, ...given }) {
    const { stream, seen, tenant, upload } = await ownUpload({ world, context }, { uploadId });
    const { business } = await businessOf({ world, context }, upload);
    const { actor } = context.caller;
    if (actor.kind !== 'user') throw new DomainError('forbidden', 'Only a person can attest consent.');
    const attestedBy = UserId.parse(actor.impersonatorId ?? actor.userId);
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream,
      aggregate: Upload,
      seen,
      decide: (current) => decideAttested({ ...given, attestedBy, business: business.name }, current),
    });
    return work.outcome(undefined);
  },
});

export const undoImport = decision({
  input: z.object({ uploadId: UploadId }),
  by: people,
  aggregate: Upload,
  at: ownUpload,
  decide: (_, upload) => decideUndo(upload),
});

/** The file goes; what it did stays, and can not be undone any more. */
export const deleteUpload = decision({
  input: z.object({ uploadId: UploadId }),
  by: people,
  aggregate: Upload,
  at: ownUpload,
  decide: (_, upload) => decideDeleted(upload),
});
