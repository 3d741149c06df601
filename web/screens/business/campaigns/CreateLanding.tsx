import './campaigns.css';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { PageTemplate } from '../../../../api/contract/page-model.ts';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { withParam } from '../../../components/list.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useProfile } from '../../../session/profile.tsx';
import { TemplateGallery } from './builder/TemplateGallery.tsx';
import { NameDialog } from './NameDialog.tsx';
import { t } from './texts.ts';
import { here } from './useCampaignActions.tsx';

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
