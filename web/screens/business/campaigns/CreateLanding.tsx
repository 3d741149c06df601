import './campaigns.css';
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type PageTemplate, plainOf, type RichText } from '../../../../api/contract/page-model.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../app/context.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { withParam } from '../../../components/list.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useProfile } from '../../../session/profile.tsx';
import { TemplateGallery } from './builder/TemplateGallery.tsx';
import { t } from './texts.ts';
import { here, shown } from './useCampaignActions.tsx';
import { useKeyword } from './useKeyword.ts';

const kinds = ['landing', 'vote', 'loop'] as const;
type Kind = (typeof kinds)[number];

/** /business/campaigns/landings/create */
export default function CreateLanding() {
  const { business } = useProfile();
  const [path, go] = useLocation();
  const search = useSearch();
  const asked = new URLSearchParams(search).get('type');
  const kind: Kind = kinds.find((one) => one === asked) ?? 'landing';
  const [chosen, setChosen] = useState<PageTemplate | null | undefined>(undefined);
  return (
    <div className="bk-page">
      <RecordHeader
        name={t('gallery.title')}
        sub={t('gallery.text')}
        back={{ href: `${here}/landings`, label: t('landings.title') }}
      />
      <div className="cmp-kinds">
        <FilterChips
          label={t('gallery.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => {
            go(withParam(path, search, 'type', value), { replace: true });
          }}
        />
      </div>
      <TemplateGallery key={kind} kind={kind} company={business?.name ?? ''} onChoose={setChosen} />
      {chosen !== undefined && (
        <NameDialog
          kind={kind}
          template={chosen}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      )}
    </div>
  );
}

/** A template whose answer names a code gives something: what its headline says, until somebody says it better. */
const offerOf = (template: PageTemplate | null) =>
  template?.reply.includes('{{coupon_code}}') ?
    {
      discount_type: 'free' as const,
      offer_title: plainOf((template.sections['main']?.['Content'] ?? []) as RichText).slice(0, 120),
    }
  : {};

function NameDialog({
  kind,
  template,
  onClose,
}: {
  readonly kind: Kind;
  readonly template: PageTemplate | null;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [, go] = useLocation();
  const [name, setName] = useState(template?.name ?? '');
  const [keyword, setKeyword] = useState(template?.keyword ?? '');
  const [busy, setBusy] = useState(false);
  const said = useKeyword(keyword);
  const ready = name.trim() !== '' && keyword.trim() !== '' && said.error === null;
  return (
    <Modal opened onClose={onClose} title={t('gallery.name')} size="sm">
      <form
        className="cmp-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          setBusy(true);
          void run(async () => {
            const { data } = await client.post('/campaigns', {
              body: {
                name: name.trim(),
                type: kind,
                keyword,
                template: template?.id ?? null,
                sections: template?.sections ?? {},
                reply: template?.reply ?? '',
                ...offerOf(template),
              },
              quiet: true,
            });
            await refresh(...shown);
            go(`${here}/landings/${data.id}/edit`);
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        <TextInput
          label={t('create.name')}
          description={t('create.nameHint')}
          value={name}
          maxLength={120}
          data-autofocus
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t('create.keyword')}
          value={keyword}
          maxLength={40}
          error={said.error}
          description={said.hint}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
        />
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!ready}>
            {t('gallery.start')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
