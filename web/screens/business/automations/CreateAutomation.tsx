import './automations.css';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { useFilterData } from '../../../components/contact-filter/useFilterData.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { Outline } from './Outline.tsx';
import { documentOf, here } from './model.ts';
import { TemplateGallery } from './TemplateGallery.tsx';
import { t } from './texts.ts';
import { startsWords } from './labels.ts';

/** /business/automations/create: a template with a look at its steps, or nothing; `?template=` says which. */
export default function CreateAutomation() {
  const chosen = new URLSearchParams(useSearch()).get('template');
  return (
    <div className="bk-page">
      <RecordHeader name={t('au.create.title')} sub={t('au.create.text')} back={{ href: here, label: t('au.title') }} />
      <div className={`au-create${chosen === null ? '' : ' two'}`}>
        <TemplateGallery chosen={chosen} />
        {chosen !== null && <Chosen key={chosen} template={chosen} />}
      </div>
    </div>
  );
}

/** Its steps, a name for it, and on to the builder. */
function Chosen({ template: key }: { readonly template: string }) {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const { names } = useFilterData();
  const { data } = useRead('/automations/templates', {});
  const template = data?.data.find((one) => one.key === key);
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (data === undefined || (template === undefined && key !== 'blank')) return null;
  const name = typed ?? template?.name ?? t('au.create.blankName');
  const document = template === undefined ? null : documentOf(template.document);
  return (
    <section className="bk-card au-chosen" aria-label={t('au.create.preview', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          const body = { name: name.trim(), template: template?.key ?? null };
          void run(async () => {
            const made = await client.post('/automations', { body, quiet: true });
            await refresh('/automations');
            go(`${here}/${made.data.id}/edit`);
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        <TextInput
          label={t('au.create.name')}
          value={name}
          maxLength={80}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          {t('au.create.go')}
        </Button>
      </form>
      {template !== undefined && document !== null ?
        <>
          <p className="muted">{template.about}</p>
          <p>
            <span className="muted">{t('au.create.starts')}</span> {startsWords(document.triggers, names)}
          </p>
          <Outline document={document} names={names} />
        </>
      : <p className="muted">{t('au.blankText')}</p>}
    </section>
  );
}
