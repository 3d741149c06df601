import '../business.css';
import { Button, Select, Skeleton, TextInput } from '@mantine/core';
import { IconPhoneOff, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { z } from 'zod';
import { BusinessSettings } from '../../../../api/contract/business-settings.ts';
import { type NumberOffers, SearchNumbers } from '../../../../api/contract/numbers.ts';
import { randomKey } from '../../../api/client.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { CopyField } from '../../../components/CopyField.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { SelectField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { NumberBlockedNote } from '../../../components/NumberBlockedNote.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { type Country, regions } from '../../../components/regions.ts';
import { zonesWith } from '../../../components/zones.ts';
import { dialable, phone } from '../../../format/phone.ts';
import { t } from './texts.ts';
import { useAppConfig } from '../../../session/brand.ts';
import { useProfile, useRefreshProfile } from '../../../session/profile.tsx';

type Offer = z.output<typeof NumberOffers>['data'][number];

/** The number that people will text: one of those on offer, or one that the carrier account holds already. */
export default function PhoneNumber() {
  const [, go] = useLocation();
  const { business, member } = useProfile();
  const refresh = useRefreshProfile();
  const sandbox = useAppConfig()?.sandbox ?? null;
  const canManage = member === null || member.rights.includes('manage');
  const [way, setWay] = useState<'search' | 'own'>('search');
  const done = (number: string) => {
    refresh((profile) => ({ ...profile, business: profile.business && { ...profile.business, phone_number: number } }));
    refresh();
    go('/business/dashboard');
  };
  return (
    <div className="bk-page">
      <PageHeader title={t('numberSetup.title')}>
        {business?.phone_number === null && (
          <Button component={Link} href="/business/dashboard" variant="default">
            {t('numberSetup.later')}
          </Button>
        )}
      </PageHeader>
      <div className="bk-form">
        <Section title={t('numberSetup.choose')} text={t('numberSetup.text')}>
          {business?.phone_number != null ?
            <>
              {canManage && <Blocked />}
              <Kept number={business.phone_number} by={business.agency?.name ?? null} />
            </>
          : <>
              <FilterChips
                label={t('numberSetup.way')}
                value={way}
                onChange={setWay}
                options={[
                  { value: 'search', label: t('numberSetup.new') },
                  { value: 'own', label: t('numberSetup.own') },
                ]}
              />
              {way === 'search' ?
                <Search onDone={done} />
              : <Own onDone={done} />}
              <Note tone="info">{t('numberSetup.laterText')}</Note>
              {sandbox && <Note tone="neutral">{t('numberSetup.sandbox')}</Note>}
            </>
          }
        </Section>
      </div>
      {business && canManage && <TimeZone business={business} />}
    </div>
  );
}

/** What an agency has set for its business, or a browser guessed: looked at by its owner before the first text. */
function TimeZone({ business }: { readonly business: NonNullable<ReturnType<typeof useProfile>['business']> }) {
  const { client } = useApp();
  const refresh = useRefreshProfile();
  const form = useRecordForm({
    initial: {
      name: business.name,
      currency: business.currency,
      timezone: business.timezone,
      date_format: business.date_format,
    },
    schema: BusinessSettings,
    revision: business.revision,
    save: (body) => client.put('/businesses/edit-settings', { body }),
    onSaved: () => {
      refresh();
    },
  });
  return (
    <Form form={form} words={{ labels: { timezone: t('field.timezone') } }}>
      <Section title={t('field.timezone')} text={t('numberSetup.zoneText')}>
        <SelectField
          of={form.field('timezone')}
          label={t('field.timezone')}
          options={zonesWith(form.values.timezone)}
          searchable
        />
      </Section>
    </Form>
  );
}

/** A business has one number; who looks after it takes it away before there can be another. */
const Kept = ({ number, by }: { readonly number: string; readonly by: string | null }) => (
  <>
    <CopyField label={t('field.number')} value={number} shown={phone(number)} mono={false} />
    <Note tone="info">{by === null ? t('numberSetup.haveAlone') : t('numberSetup.have', { by })}</Note>
    <div>
      <Button component={Link} href="/business/dashboard" variant="default">
        {t('numberSetup.home')}
      </Button>
    </div>
  </>
);

const Blocked = () => <NumberBlockedNote blocked={useRead('/businesses/a2p/request', {}).data?.data.blocked ?? null} />;

function Search({ onDone }: { readonly onDone: (number: string) => void }) {
  const { client, run } = useApp();
  const [country, setCountry] = useState<Country>('US');
  const [type, setType] = useState<'local' | 'tollfree'>('local');
  const [area, setArea] = useState('');
  const [region, setRegion] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [offers, setOffers] = useState<readonly Offer[] | null>(null);
  const [busy, setBusy] = useState<'search' | 'buy' | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const key = useRef(randomKey());

  const search = async (event?: FormEvent) => {
    event?.preventDefault();
    const parsed = SearchNumbers.safeParse({
      country,
      type,
      ...(type === 'local' && area !== '' ? { area_code: area } : {}),
      ...(type === 'local' && region !== null ? { state: region } : {}),
    });
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message ?? null);
      return;
    }
    setProblem(null);
    setBusy('search');
    const reply = await run(() => client.post('/businesses/search-numbers', { body: parsed.data }));
    setBusy(null);
    if (!reply) return;
    setOffers(reply.data);
    setChosen(reply.data[0]?.number ?? null);
    key.current = randomKey();
  };
  // Numbers to choose from are there at once; the form narrows them.
  const begin = useRef(search);
  useEffect(() => void begin.current(), []);
  const buy = async () => {
    if (chosen === null) return;
    setBusy('buy');
    const reply = await run(() =>
      client.post('/businesses/assign-number', {
        body: { number: chosen },
        idempotencyKey: `${key.current}${chosen.replace(/\D/g, '')}`,
      }),
    );
    setBusy(null);
    if (reply) onDone(reply.data.number);
  };

  return (
    <div className="bk-numbersearch">
      <form
        className="filters"
        onSubmit={(event) => {
          void search(event);
        }}
      >
        <Select
          label={t('numberSetup.country')}
          value={country}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          data={[
            { value: 'US', label: t('numberSetup.us') },
            { value: 'CA', label: t('numberSetup.ca') },
          ]}
          onChange={(value) => {
            if (value === 'US' || value === 'CA') {
              setCountry(value);
              setRegion(null);
              setArea('');
            }
          }}
        />
        <Select
          label={t('field.numberType')}
          value={type}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          data={[
            { value: 'local', label: t('number.local') },
            { value: 'tollfree', label: t('number.tollfree') },
          ]}
          onChange={(value) => {
            setType(value === 'tollfree' ? 'tollfree' : 'local');
          }}
        />
        {type === 'local' && (
          <TextInput
            label={t('numberSetup.areaCode')}
            inputMode="numeric"
            maxLength={3}
            placeholder={country === 'US' ? '415' : '416'}
            value={area}
            error={problem}
            onChange={(event) => {
              setArea(event.currentTarget.value.replace(/\D/g, ''));
              setProblem(null);
            }}
          />
        )}
        {type === 'local' && (
          <Select
            label={t(country === 'US' ? 'numberSetup.state' : 'numberSetup.province')}
            searchable
            clearable
            value={region}
            data={regions[country]}
            placeholder={t('numberSetup.any')}
            comboboxProps={{ shadow: 'lg' }}
            clearButtonProps={{ 'aria-label': t('numberSetup.any') }}
            onChange={setRegion}
          />
        )}
        <Button
          type="submit"
          variant={offers === null ? 'filled' : 'default'}
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={busy === 'search'}
        >
          {t('numberSetup.search')}
        </Button>
      </form>
      {busy === 'search' && offers === null && (
        <div className="bk-offers" role="status" aria-label={t('app.loading')}>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <Skeleton key={index} height={70} />
          ))}
        </div>
      )}
      {offers?.length === 0 && (
        <EmptyState icon={IconPhoneOff} title={t('numberSetup.none')} text={t('numberSetup.noneText')} />
      )}
      {offers !== null && offers.length > 0 && (
        <>
          <Offers offers={offers} chosen={chosen} onChoose={setChosen} />
          <div className="bk-buybar">
            <span className="muted">{t('numberSetup.buyText')}</span>
            <Button
              loading={busy === 'buy'}
              disabled={chosen === null}
              onClick={() => {
                void buy();
              }}
            >
              {t('numberSetup.buy', { number: phone(chosen) })}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** The numbers on offer: one is chosen, with arrow keys as in any radio group. */
function Offers({
  offers,
  chosen,
  onChoose,
}: {
  readonly offers: readonly Offer[];
  readonly chosen: string | null;
  readonly onChoose: (number: string) => void;
}) {
  const move = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1
      : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1
      : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = offers[(offers.findIndex((offer) => offer.number === chosen) + step + offers.length) % offers.length];
    if (!next) return;
    onChoose(next.number);
    event.currentTarget.querySelector<HTMLElement>(`[data-number="${next.number}"]`)?.focus();
  };
  return (
    <div className="bk-offers" role="radiogroup" aria-label={t('numberSetup.offers')} onKeyDown={move}>
      {offers.map((offer) => (
        <button
          key={offer.number}
          type="button"
          role="radio"
          aria-checked={offer.number === chosen}
          tabIndex={offer.number === chosen ? 0 : -1}
          data-number={offer.number}
          className="bk-offer"
          onClick={() => {
            onChoose(offer.number);
          }}
        >
          <b className="num">{phone(offer.number)}</b>
          <span className="where">
            {[offer.locality, offer.region].filter(Boolean).join(', ') ||
              t(offer.is_tollfree ? 'number.tollfree' : 'number.local')}
          </span>
          <span className="bk-tags">
            {offer.sms && <span className="bk-tag">{t('numberSetup.sms')}</span>}
            {offer.mms && <span className="bk-tag">{t('numberSetup.mms')}</span>}
            {offer.voice && <span className="bk-tag">{t('numberSetup.voice')}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

function Own({ onDone }: { readonly onDone: (number: string) => void }) {
  const { client, run } = useApp();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(randomKey());
  const take = async (event: FormEvent) => {
    event.preventDefault();
    const number = dialable(typed);
    if (number === null) {
      setProblem(t('numberSetup.notANumber'));
      return;
    }
    setBusy(true);
    const reply = await run(() =>
      client.post('/businesses/assign-custom-number', {
        body: { number },
        idempotencyKey: `${key.current}${number.replace(/\D/g, '')}`,
      }),
    );
    setBusy(false);
    key.current = randomKey();
    if (reply) onDone(reply.data.number);
  };
  return (
    <form
      className="bk-stack"
      noValidate
      onSubmit={(event) => {
        void take(event);
      }}
    >
      <TextInput
        label={t('numberSetup.ownLabel')}
        description={t('numberSetup.ownHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="tel"
        autoComplete="off"
        placeholder="(415) 555-0100"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
        onBlur={() => {
          if (typed !== '' && dialable(typed) === null) setProblem(t('numberSetup.notANumber'));
        }}
      />
      <div>
        <Button type="submit" loading={busy}>
          {t('numberSetup.use')}
        </Button>
      </div>
    </form>
  );
}
