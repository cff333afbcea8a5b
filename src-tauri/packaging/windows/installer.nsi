; The installer for Windows: for one user, without an administrator. make.sh calls makensis with
;   VERSION   the version of Cargo.toml
;   FILES     the folder of the files, and of the installer's icon
;   OUTPUT    the installer
;   SIGN      the command that signs the uninstaller, if there is one
; Exit codes of a silent run (/S): 0 done, 2 Paysheet is running or a file cannot be written, 3 a newer version is
; installed. With 2 from a running Paysheet, and with 3, nothing was changed.
;
; Tauri's updater, in the program, passes `/P /UPDATE /R /ARGS …`, or /S for /P, and ends the program at once:
;   /UPDATE   Paysheet is about to end, and is given some seconds
;   /R        start it again, also after a silent run
; Progress alone (/P) is what is shown anyway. The arguments of the old program are not passed on: they may be a payroll
; that is paid by now, or the start without a window.
Target amd64-unicode
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true
; A file that cannot be written ends the installation. Without this it could be skipped.
AllowSkipFiles off

!include FileFunc.nsh
!include LogicLib.nsh
!include WordFunc.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Paysheet"
!define CLASSES "Software\Classes"
!define PROGRAM_CLASS "${CLASSES}\Applications\paysheet.exe"
; A payroll file that is opened with Paysheet: the name under `OpenWithProgids` of each extension.
!define PAYROLL_CLASS "${CLASSES}\Paysheet.Payroll"
; Name and icon of notifications. The identifier in tauri.conf.json.
!define NOTIFICATIONS "${CLASSES}\AppUserModelId\app.paysheet.desk"
; Microsoft's id of the WebView2 runtime, and the page it recommends for programs that need it.
!define WEBVIEW "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
!define WEBVIEW_PAGE "https://go.microsoft.com/fwlink/p/?LinkId=2124703"

!define EXIT_RUNNING 2
!define EXIT_NEWER 3
; Half a minute, in half seconds.
!define UPDATE_WAIT 60

Name "Paysheet"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Paysheet"
BrandingText "Paysheet ${VERSION}"
!ifdef SIGN
    !uninstfinalize '"${SIGN}" "%1"' = 0
!endif
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Paysheet"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Paysheet Setup"
VIAddVersionKey CompanyName "The Paysheet authors"
VIAddVersionKey LegalCopyright "The Paysheet authors"

XPStyle on
Icon "${FILES}/paysheet.ico"
UninstallIcon "${FILES}/paysheet.ico"
UninstallText "Paysheet will be removed from this computer. Your payrolls, their history and your settings stay: a later \
    installation finds them again."
; Nobody has a choice to make: opening the installer installs Paysheet and starts it.
AutoCloseWindow true
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro ForEachExtension Do
    !insertmacro ${Do} ".xlsx"
    !insertmacro ${Do} ".xls"
    !insertmacro ${Do} ".xlsb"
    !insertmacro ${Do} ".ods"
    !insertmacro ${Do} ".csv"
!macroend

; Adds Paysheet to the programs that Windows offers for an extension. Its default program is not touched.
!macro OfferFor Extension
    WriteRegStr HKCU "${PROGRAM_CLASS}\SupportedTypes" "${Extension}" ""
    WriteRegStr HKCU "${CLASSES}\${Extension}\OpenWithProgids" "Paysheet.Payroll" ""
!macroend

!macro WithdrawFrom Extension
    DeleteRegValue HKCU "${CLASSES}\${Extension}\OpenWithProgids" "Paysheet.Payroll"
    ; Another program may use the keys as well.
    DeleteRegKey /ifempty HKCU "${CLASSES}\${Extension}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${Extension}"
!macroend

; Ends the installer or the uninstaller while Paysheet is running: Windows then allows nobody to write its file. It is
; never ended by force, since it may be sending a payroll. Waits this number of half seconds, and then asks.
!macro StopIfRunning Task Wait
    StrCpy $1 ${Wait}
    try:
    ${If} ${FileExists} "$INSTDIR\paysheet.exe"
        ClearErrors
        FileOpen $0 "$INSTDIR\paysheet.exe" a
        ${If} ${Errors}
            ${If} $1 > 0
                IntOp $1 $1 - 1
                Sleep 500
                Goto try
            ${EndIf}
            MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Paysheet is running, or another program uses its file. Nothing was changed.$\r$\n$\r$\n\
                Close Paysheet, also its icon in the notification area, and choose Retry to ${Task}." /SD IDCANCEL IDRETRY try
            SetErrorLevel ${EXIT_RUNNING}
            Quit
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

Function .onInit
    ; An upgrade goes to where Paysheet is.
    ReadRegStr $0 HKCU "${UNINSTALL}" "InstallLocation"
    ${If} $0 != ""
        StrCpy $INSTDIR $0
    ${EndIf}
    ReadRegStr $0 HKCU "${UNINSTALL}" "DisplayVersion"
    ${If} $0 != ""
        ${VersionCompare} $0 ${VERSION} $1
        ${If} $1 == 1
            MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONEXCLAMATION "Paysheet $0 is installed. It is newer than this installer, \
                which has Paysheet ${VERSION}.$\r$\n$\r$\nThe older Paysheet may be unable to open payrolls that the newer one \
                has stored. Replace it by the older one?" /SD IDNO IDYES older
            SetErrorLevel ${EXIT_NEWER}
            Quit
            older:
        ${EndIf}
    ${EndIf}
    StrCpy $2 0
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/UPDATE" $1
    ${IfNot} ${Errors}
        StrCpy $2 ${UPDATE_WAIT}
    ${EndIf}
    !insertmacro StopIfRunning "install Paysheet ${VERSION}" $2
FunctionEnd

Section "Paysheet" PAYSHEET
    SetOutPath "$INSTDIR"
    File "${FILES}/paysheet.exe"
    !if /FileExists "${FILES}/WebView2Loader.dll"
        File "${FILES}/WebView2Loader.dll"
    !endif
    File "${FILES}/paysheet.png"
    File "${FILES}/LICENSE.txt"
    File "${FILES}/THIRD-PARTY-NOTICES.txt"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Paysheet.lnk" "$INSTDIR\paysheet.exe"

    WriteRegStr HKCU "${PROGRAM_CLASS}" "FriendlyAppName" "Paysheet"
    WriteRegStr HKCU "${PROGRAM_CLASS}\shell\open\command" "" '"$INSTDIR\paysheet.exe" "%1"'
    WriteRegStr HKCU "${PAYROLL_CLASS}" "" "Payroll"
    WriteRegStr HKCU "${PAYROLL_CLASS}\DefaultIcon" "" "$INSTDIR\paysheet.exe,0"
    WriteRegStr HKCU "${PAYROLL_CLASS}\shell\open\command" "" '"$INSTDIR\paysheet.exe" "%1"'
    !insertmacro ForEachExtension OfferFor
    WriteRegStr HKCU "${NOTIFICATIONS}" "DisplayName" "Paysheet"
    WriteRegStr HKCU "${NOTIFICATIONS}" "IconUri" "$INSTDIR\paysheet.png"
    ${RefreshShellIcons}

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Paysheet"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Paysheet authors"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\paysheet.exe,0"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    SectionGetSize ${PAYSHEET} $0
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Jumps to `present` if the runtime is registered below a key.
!macro FindWebView Root Software
    ReadRegStr $0 ${Root} "${Software}\${WEBVIEW}" "pv"
    ${If} $0 != ""
    ${AndIf} $0 != "0.0.0.0"
        Goto present
    ${EndIf}
!macroend

Function .onInstSuccess
    ${If} ${Silent}
        ${GetParameters} $0
        ClearErrors
        ${GetOptions} $0 "/R" $1
        IfErrors done present
    ${EndIf}
    !insertmacro FindWebView HKLM "SOFTWARE\WOW6432Node"
    !insertmacro FindWebView HKCU "Software"
    MessageBox MB_YESNO|MB_ICONINFORMATION "Paysheet is installed, but cannot show its window yet: it needs Microsoft's WebView2 \
        runtime, which this computer does not have.$\r$\n$\r$\nMicrosoft offers it free of charge at$\r$\n${WEBVIEW_PAGE}$\r$\n\
        $\r$\nOpen that page now? If you may not install programs, ask your IT department for the WebView2 runtime." IDNO done
    ExecShell "open" "${WEBVIEW_PAGE}"
    Goto done
    present:
    Exec '"$INSTDIR\paysheet.exe"'
    done:
FunctionEnd

Function un.onInit
    !insertmacro StopIfRunning "remove it" 0
FunctionEnd

; Removes what was installed. Payrolls and settings are in other folders. A file of somebody else in this one stays, and
; the folder with it.
Section "Uninstall"
    Delete "$INSTDIR\paysheet.exe"
    Delete "$INSTDIR\WebView2Loader.dll"
    Delete "$INSTDIR\paysheet.png"
    Delete "$INSTDIR\LICENSE.txt"
    Delete "$INSTDIR\THIRD-PARTY-NOTICES.txt"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Paysheet.lnk"

    DeleteRegKey HKCU "${PROGRAM_CLASS}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\Applications"
    DeleteRegKey HKCU "${PAYROLL_CLASS}"
    !insertmacro ForEachExtension WithdrawFrom
    DeleteRegKey HKCU "${NOTIFICATIONS}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\AppUserModelId"
    ; The start at login, which the program adds itself.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Paysheet"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "Paysheet"
    DeleteRegKey HKCU "${UNINSTALL}"
    ${RefreshShellIcons}
    SetAutoClose false
SectionEnd
