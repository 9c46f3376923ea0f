export const PDF = 'application/pdf';
