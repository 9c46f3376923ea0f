export const categoryAddress = (category: string): string => `/?${new URLSearchParams({ category })}`;
