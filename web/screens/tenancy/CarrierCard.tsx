import { useLocation } from 'wouter';
import { ProviderCard } from '../../components/ProviderCard.tsx';
import { t } from './texts.ts';
import { useProfile, useRefreshProfile } from '../../session/profile.tsx';

/** The agency's carrier account. One on trial is kept, and the warning about it opens (specification, section 2: `?warning=trial`). */
export function CarrierCard() {
  const profile = useProfile();
  const refresh = useRefreshProfile();
  const [path, go] = useLocation();
  return (
    <ProviderCard
      provider="twilio"
      owner={{ kind: 'agency' }}
      settings={profile.twilioConfig}
      removal={t('agencySettings.removeCarrier')}
      onChanged={(kept) => {
        refresh();
        if (kept?.trial) go(`${path}?warning=trial`, { replace: true });
      }}
    />
  );
}

/** The agency's Bandwidth account, for its businesses that use Bandwidth. */
export function BandwidthCard() {
  const profile = useProfile();
  const refresh = useRefreshProfile();
  return (
    <ProviderCard
      provider="bandwidth"
      owner={{ kind: 'own' }}
      settings={profile.bandwidthConfig}
      removal={t('agencySettings.removeCarrier')}
      onChanged={() => {
        refresh();
      }}
    />
  );
}
