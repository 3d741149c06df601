import '../business.css';
import { useSearch } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Section } from '../../../components/form/Form.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { ProviderCard } from '../../../components/ProviderCard.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { t } from './texts.ts';
import { useProfile, useRefreshProfile } from '../../../session/profile.tsx';
import { useCan } from '../../../session/rights.ts';
import { Broadcasters } from './Broadcasters.tsx';
import { Calls } from './Calls.tsx';
import { ContactInformation } from './ContactInformation.tsx';
import { DailyLimits } from './DailyLimits.tsx';
import { General } from './General.tsx';
import { LegalPages } from './LegalPages.tsx';
import { LiveChat } from './LiveChat.tsx';
import { Registration } from './Registration.tsx';
import { Team } from './team/Team.tsx';

const titles = [
  'general',
  'registration',
  'contact',
  'legal',
  'broadcasters',
  'providers',
  'limits',
  'livechat',
  'team',
  'calls',
] as const;

/** What a business says and chooses about itself. `?tab=2` is SMS registration (specification, section 2). */
export default function Settings() {
  const business = useProfile().business;
  const can = useCan();
  const asked = Number(new URLSearchParams(useSearch()).get('tab') ?? '1');
  const { data, error, refresh } = useRead('/businesses/{id}/info', business && { params: { id: business.id } });
  if (business === null) return null;
  // A business of an agency texts and emails through its agency's accounts.
  const shown = titles
    .filter((title) => title !== 'providers' || (business.agency === null && can('providers')))
    .filter((title) => title !== 'team' || can('members'));
  const known = titles[asked - 1];
  const tab = known !== undefined && shown.includes(known) ? known : 'general';
  const base = '/business/settings';
  const address = (title: (typeof titles)[number]) =>
    title === 'general' ? base : `${base}?tab=${titles.indexOf(title) + 1}`;
  const info = data?.data;
  const part = () => {
    if (tab === 'registration') return <Registration />;
    if (tab === 'providers') return <Providers />;
    if (tab === 'legal') return <LegalPages />;
    if (tab === 'livechat') return <LiveChat />;
    if (tab === 'team') return <Team />;
    if (tab === 'calls') return <Calls />;
    if (error)
      return (
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      );
    if (info === undefined) return <FormGhost sections={2} />;
    if (tab === 'general') return <General info={info} />;
    if (tab === 'limits') return <DailyLimits info={info} />;
    return tab === 'contact' ? <ContactInformation info={info} /> : <Broadcasters info={info} />;
  };
  return (
    <div className="bk-page">
      <PageHeader title={t('businessSettings.title')} />
      <TabLinks
        label={t('businessSettings.title')}
        current={address(tab)}
        tabs={[
          ...shown.map((one) => ({ href: address(one), label: t(`businessSettings.tab.${one}`) })),
          { href: `${base}/blacklists`, label: t('businessSettings.tab.lists') },
          { href: `${base}/business-file`, label: t('businessSettings.tab.file') },
        ]}
      />
      {part()}
    </div>
  );
}

/** The own accounts of a business that stands alone. */
function Providers() {
  const profile = useProfile();
  const refresh = useRefreshProfile();
  return (
    <div className="bk-form">
      <Section title={t('provider.carrier')} text={t('businessSettings.carrierText')}>
        <ProviderCard
          provider="twilio"
          owner={{ kind: 'own' }}
          settings={profile.twilioConfig}
          removal={t('businessSettings.removeCarrier')}
          onChanged={() => {
            refresh();
          }}
        />
        {(profile.use_bandwidth || profile.bandwidthConfig !== null) && (
          <ProviderCard
            provider="bandwidth"
            owner={{ kind: 'own' }}
            settings={profile.bandwidthConfig}
            removal={t('businessSettings.removeCarrier')}
            onChanged={() => {
              refresh();
            }}
          />
        )}
      </Section>
      <Section title={t('provider.mail')} text={t('businessSettings.mailText')}>
        <ProviderCard
          provider="sendgrid"
          owner={{ kind: 'own' }}
          settings={profile.sendgridIntegration}
          removal={t('businessSettings.removeMail')}
          onChanged={() => {
            refresh();
          }}
        />
      </Section>
    </div>
  );
}
