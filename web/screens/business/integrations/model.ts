import type { IntegrationType } from '../../../../api/contract/integrations.ts';
import { t } from './texts.ts';

export const here = '/business/settings/integrations';
export const back = { href: here, label: t('integrations.back') };

/** Where the browser begins to sign in at a service. */
export const signInAt = (type: Extract<IntegrationType, 'goto' | 'fb'>, name: string, id: string | null): string =>
  `/goto/authorize?${new URLSearchParams({ service: type, name, ...(id === null ? {} : { integration: id }) })}`;
