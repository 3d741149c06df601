import './campaigns.css';
import { useState } from 'react';
import type { PageTemplate } from '../../../../api/contract/page-model.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useProfile } from '../../../session/profile.tsx';
import { TemplateGallery } from './builder/TemplateGallery.tsx';
import { NameDialog } from './NameDialog.tsx';
import { t } from './texts.ts';
import { here } from './useCampaignActions.tsx';

/** /business/campaigns/popup/create */
export default function CreatePopup() {
  const { business } = useProfile();
  const [chosen, setChosen] = useState<PageTemplate | null | undefined>(undefined);
  return (
    <div className="bk-page">
      <RecordHeader
        name={t('gallery.popupTitle')}
        sub={t('gallery.popupText')}
        back={{ href: `${here}/create`, label: t('create.title') }}
      />
      <TemplateGallery kind="popup" company={business?.name ?? ''} onChoose={setChosen} />
      {chosen !== undefined && (
        <NameDialog
          kind="popup"
          template={chosen}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      )}
    </div>
  );
}
