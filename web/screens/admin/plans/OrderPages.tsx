import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OrderPage } from '../../../../api/contract/orders.ts';
import type { Plan } from '../../../../api/contract/plans.ts';
import { ApiError, failureMessage } from '../../../api/errors.ts';
import { CopyField } from '../../../components/CopyField.tsx';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';

/** An address made of a plan's name: `Main Street, yearly` is `main-street-yearly`. */
const addressOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

/** Where people who are new order this plan: on or off, its address, and a new one. */
export function OrderPages({ plan }: { readonly plan: Pick<Plan, 'id' | 'kind' | 'name'> }) {
  const { data, refresh } = useRead('/order-pages', {});
  if (data === undefined) return null;
  const own = data.data.filter((page) => page.plan_id === plan.id);
  return (
    <section className="bk-card plan-versions" aria-label={t('plan.pages')}>
      <header>
        <h2>{t('plan.pages')}</h2>
        <span className="muted end">{t('plan.pagesText')}</span>
      </header>
      <ol>
        {own.map((page) => (
          <Row key={page.id} page={page} onSaved={refresh} />
        ))}
        <li>
          <NewPage plan={plan} onSaved={refresh} />
        </li>
      </ol>
    </section>
  );
}

function Row({ page, onSaved }: { readonly page: OrderPage; readonly onSaved: () => void }) {
  const { client, run } = useApp();
  const { id, revision, slug, brand_id, headline, text, terms_url, is_open } = page;
  const open = (isOpen: boolean) =>
    run(async () => {
      const body = { slug, brand_id, headline, text, terms_url, is_open: isOpen, revision };
      await client.put('/order-pages/{id}', { params: { id }, body });
      onSaved();
    });
  return (
    <li>
      <div className="line">
        <b className="clip" dir="auto">
          {headline}
        </b>
        <Switch
          className="end"
          checked={is_open}
          label={t('plan.pageOpen')}
          aria-label={`${t('plan.pageOpen')} ${slug}`}
          onChange={(event) => void open(event.currentTarget.checked)}
        />
      </div>
      <CopyField label={t('plan.pageLink')} value={page.url} />
    </li>
  );
}

function NewPage({
  plan,
  onSaved,
}: {
  readonly plan: Pick<Plan, 'id' | 'kind' | 'name'>;
  readonly onSaved: () => void;
}) {
  const { client } = useApp();
  const [slug, setSlug] = useState(addressOf(plan.name));
  const [headline, setHeadline] = useState('');
  const [wrong, setWrong] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setWrong({});
    try {
      const body = { slug, headline, buyer: plan.kind, plan_id: plan.id };
      await client.post('/order-pages', { body });
      setHeadline('');
      setSlug('');
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const known = error.fields['slug'] !== undefined || error.fields['headline'] !== undefined;
      setWrong(known ? error.fields : { slug: [failureMessage(error) ?? t('app.failed')] });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form noValidate className="plan-newpage" onSubmit={(event) => void create(event)}>
      <TextInput
        label={t('plan.pageAddress')}
        value={slug}
        error={wrong['slug']?.[0]}
        onChange={(event) => {
          setSlug(event.currentTarget.value);
        }}
      />
      <TextInput
        label={t('plan.pageHeadline')}
        value={headline}
        error={wrong['headline']?.[0]}
        onChange={(event) => {
          setHeadline(event.currentTarget.value);
        }}
      />
      <div>
        <Button type="submit" variant="default" loading={isBusy}>
          {t('plan.pageAdd')}
        </Button>
      </div>
    </form>
  );
}
