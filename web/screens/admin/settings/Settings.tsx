import { Section } from '../../../components/form/Form.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { ProviderCard } from '../../../components/ProviderCard.tsx';
import { SignInPolicy } from './SignInPolicy.tsx';
import { t } from './texts.ts';
import { useProfile, useRefreshProfile } from '../../../session/profile.tsx';

/** The platform's own accounts: what is used where an agency or a business has none. */
export default function Settings() {
  const profile = useProfile();
  const refresh = useRefreshProfile();
  const changed = () => {
    refresh();
  };
  return (
    <div className="bk-page">
      <PageHeader title={t('platform.settings')} />
      <div className="bk-form">
        <Section title={t('provider.carrier')} text={t('platform.carrierText')}>
          <ProviderCard
            provider="twilio"
            owner={{ kind: 'own' }}
            settings={profile.twilioConfig}
            removal={t('platform.removeCarrier')}
            onChanged={changed}
          />
          <ProviderCard
            provider="bandwidth"
            owner={{ kind: 'own' }}
            settings={profile.bandwidthConfig}
            removal={t('platform.removeBandwidth')}
            onChanged={changed}
          />
        </Section>
        <Section title={t('provider.mail')} text={t('platform.mailText')}>
          <ProviderCard
            provider="sendgrid"
            owner={{ kind: 'own' }}
            settings={profile.sendgridIntegration}
            removal={t('platform.removeMail')}
            onChanged={changed}
          />
        </Section>
        <SignInPolicy />
      </div>
    </div>
  );
}
