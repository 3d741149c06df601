import { z } from 'zod';
import * as help from '../../domain/help/help.ts';
import { newsFields, supportFields } from '../../domain/help/fields.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { NewsId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { decision } from '../kernel/command.ts';

const common = {
  by: ['admin', 'system'] as const,
  aggregate: help.Help,
  at: () => ({ stream: streams.help(), tenant: platformTenant }),
};

export const chooseSupport = decision({ ...common, input: z.object(supportFields), decide: help.chooseSupport });
export const publishNews = decision({
  ...common,
  input: z.object({ newsId: NewsId, ...newsFields }),
  decide: help.publishNews,
});
export const removeNews = decision({ ...common, input: z.object({ newsId: NewsId }), decide: help.removeNews });
