import type { ProviderView } from '../../projections/providers/queries.ts';
import type { ProviderSettings } from '../contract/providers.ts';

/** A provider's account as the API shows it: masked, never a secret. */
export const presentProvider = (view: ProviderView | null): ProviderSettings | null =>
  view === null ? null : (
    {
      provider: view.provider,
      masked: { ...view.masked },
      from_email: view.fromEmail,
      from_name: view.fromName,
      verified_at: view.verifiedAt,
      trial: view.trial,
      webhook:
        view.provider === 'twilio' || view.provider === 'bandwidth' ?
          null
        : { path: `/webhooks/mail/${view.provider}/${view.owner}`, key: view.webhookKey },
    }
  );
