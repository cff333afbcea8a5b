import { useMediaQuery } from "@mantine/hooks";

/** The same width as in Track.module.css. */
const NARROW = "(max-width: 1160px)";

export const useIsNarrow = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) === true;
