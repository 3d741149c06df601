import '../agency.css';
import { useSearch } from 'wouter';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { ProviderCard } from '../../../components/ProviderCard.tsx';
import { Note, Section } from '../../../components/form/Form.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { t } from './texts.ts';
import { useProfile, useRefreshProfile } from '../../../session/profile.tsx';
import { Brand } from './Brand.tsx';
import { Broadcasts } from './Broadcasts.tsx';
import { BandwidthCard, CarrierCard } from '../../tenancy/CarrierCard.tsx';
import { General } from './General.tsx';

const tabs = ['general', 'brand', 'broadcasts', 'carrier', 'mail'] as const;

/** What an agency says and chooses about itself. */
export default function Settings() {
  const profile = useProfile();
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab = tabs.find((one) => one === asked) ?? 'general';
  const base = '/agency/settings';
  const { agency } = profile;
  if (agency === null) return null;
  return (
    <div className="bk-page">
      <PageHeader title={t('agencySettings.title')} />
      <TabLinks
        label={t('agencySettings.title')}
        current={tab === 'general' ? base : `${base}?tab=${tab}`}
        tabs={tabs.map((one) => ({
          href: one === 'general' ? base : `${base}?tab=${one}`,
          label: t(`agencySettings.tab.${one}`),
        }))}
      />
      {tab === 'general' ?
        <General agency={agency} />
      : tab === 'brand' ?
        <Brand agency={agency} />
      : tab === 'broadcasts' ?
        <Broadcasts agency={agency} />
      : tab === 'carrier' ?
        <div className="bk-form">
          <Section title={t('provider.carrier')} text={t('agencySettings.carrierText')}>
            <CarrierCard />
            <BandwidthCard />
          </Section>
        </div>
      : <Email />}
    </div>
  );
}

const mailers = ['sendgrid', 'mailgun', 'ses'] as const;

/** The accounts that account emails of the agency's people go out through. */
function Email() {
  const profile = useProfile();
  const refresh = useRefreshProfile();
  const settings = {
    sendgrid: profile.sendgridIntegration,
    mailgun: profile.agency?.mailgunIntegration ?? null,
    ses: profile.agency?.sesIntegration ?? null,
  };
  const several = mailers.filter((mailer) => settings[mailer] !== null).length > 1;
  return (
    <div className="bk-form">
      <Section title={t('provider.mail')} text={t('agencySettings.mailText')} bare>
        {several && <Note tone="info">{t('agencySettings.severalMail')}</Note>}
        {mailers.map((mailer) => (
          <div key={mailer} className="bk-card" style={{ padding: 'var(--space-5)' }}>
            <ProviderCard
              provider={mailer}
              owner={{ kind: 'agency' }}
              settings={settings[mailer]}
              removal={t('provider.removeMail')}
              onChanged={() => {
                refresh();
              }}
            />
          </div>
        ))}
      </Section>
    </div>
  );
}
