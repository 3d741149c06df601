import { z } from 'zod';
import type { Grant, Integrations } from '../../adapters/integrations/port.ts';
import {
  inboundTypes,
  type IntegrationType,
  type ProviderType,
  providerTypes,
} from '../../domain/integrations/fields.ts';
import { IntegrationId } from '../../domain/kernel/ids.ts';
import { people } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { withGrant } from './access.ts';

const id = z.string().min(1).max(100);

/** Asks the provider of a connection for what forms let people choose from. Nothing is recorded but a refusal. */
const choices = <T extends ProviderType, S extends z.ZodRawShape, R>(
  type: T,
  shape: S,
  ask: (of: NonNullable<Integrations[T]>, grant: Grant, given: z.output<z.ZodObject<S>>) => Promise<R>,
) =>
  command({
    input: z.object({ integrationId: IntegrationId, asked: z.object(shape) }),
    by: people,
    run: async (call, { integrationId, asked }) => ({
      position: null,
      result: await withGrant(call, { integrationId, type }, (of, grant) =>
        ask(of, grant, asked as z.output<z.ZodObject<S>>),
      ),
    }),
  });

export const webinars = choices('goto', {}, (of, grant) => of.webinars(grant));
export const pages = choices('fb', {}, (of, grant) => of.pages(grant));
export const forms = choices('fb', { page: id }, (of, grant, { page }) => of.forms(grant, page));
export const products = choices('stripe', {}, (of, grant) => of.products(grant));
export const prices = choices('stripe', { product: id }, (of, grant, { product }) => of.prices(grant, product));

/** The services that this installation can connect. */
export const connectable = question((world) =>
  Promise.resolve<readonly IntegrationType[]>([
    ...providerTypes.filter((type) => (world.integrations?.[type] ?? null) !== null),
    ...inboundTypes,
  ]),
);
