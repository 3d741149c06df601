import '../agency.css';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { Section } from '../../../components/form/Form.tsx';
import { t } from './texts.ts';
import { CarrierCard } from '../../tenancy/CarrierCard.tsx';

const steps = ['1', '2', '3'] as const;

/** Connecting the agency's own carrier account. */
export default function Twilio() {
  return (
    <div className="bk-page">
      <PageHeader title={t('twilioSetup.title')} />
      <div className="bk-form">
        <Section title={t('twilioSetup.how')} text={t('twilioSetup.howText')}>
          <ol className="bk-steps">
            {steps.map((step) => (
              <li key={step}>
                <b>{t(`twilioSetup.step${step}`)}</b>
                <p>{t(`twilioSetup.step${step}Text`)}</p>
              </li>
            ))}
          </ol>
        </Section>
        <Section title={t('provider.carrier')} text={t('agencySettings.carrierText')}>
          <CarrierCard />
        </Section>
      </div>
    </div>
  );
}
