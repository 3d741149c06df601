import { UploadScreen } from '../../uploads/UploadScreen.tsx';

/** /business/contacts/import/{id} */
export default function Import() {
  return <UploadScreen path="/contacts/uploads/{id}" here="/business/contacts/import" />;
}
